/* Corner: consecutive assignments to locals are merged into one step
 * expect plain: verified, 31 states, 51 transitions
 * expect spin: verified, 13 states, 19 transitions
 */
byte g;
active [2] proctype P() { byte a; byte b; a = 1; b = a + 1; a = b * 2; g = g + a }
