/* Corner: a local that dies on a branch which does not read it keeps its value
 * expect plain: verified, 211 states, 371 transitions
 * expect spin: verified, 211 states, 371 transitions
 */
byte g;
active [2] proctype P() { byte t; select (t : 1 .. 2); if :: g > 0 -> g = t :: g == 0 -> g = 1; g = 2; g = 0 fi }
