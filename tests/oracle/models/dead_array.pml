/* Corner: a local array is reset nowhere, or as a whole
 * expect plain: verified, 216 states, 363 transitions
 * expect spin: verified, 216 states, 363 transitions
 */
byte g;
active [2] proctype P() { byte a[2]; a[0] = g + 1; a[1] = 2; g = a[0]; g = g + a[1]; g = 0; g = 1 }
