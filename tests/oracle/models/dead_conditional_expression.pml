/* Corner: a local read in one arm of a conditional expression
 * expect plain: verified, 139 states, 221 transitions
 * expect spin: verified, 139 states, 221 transitions
 */
byte g;
active [2] proctype P() { byte t; byte u; t = g + 1; u = 2; g = (g > 0 -> t : u); g++; g = 0 }
