/* Corner: assertions over locals and what follows them
 * expect plain: verified, 73 states, 129 transitions
 * expect spin: verified, 21 states, 33 transitions
 */
byte g;
active [2] proctype P() { byte a; a = 1; assert(a == 1); a = 2; assert(a < 3 && true); a = 3; g = g + a; assert(g < 7) }
