/* Corner: a local read only in the escape part of an unless
 * expect plain: verified, 213 states, 349 transitions
 * expect spin: verified, 213 states, 349 transitions
 */
byte g;
active [2] proctype P() { byte t; t = g + 1; { g++; g = 1; g = 2 } unless { g == 5 || g == 1 -> g = t } ; g = 0; g = 3 }
