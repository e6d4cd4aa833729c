/* Corner: a local that dies in the middle of an atomic sequence
 * expect plain: verified, 89 states, 138 transitions
 * expect spin: verified, 89 states, 138 transitions
 */
byte g;
active [2] proctype P() { byte t; byte u; t = g; atomic { u = t + 1; g = u; g = g + 1 } ; g = 0; g = 1 }
