/* Corner: an inline with its own local, called twice
 * expect plain: verified, 249 states, 427 transitions
 * expect spin: verified, 249 states, 427 transitions
 */
byte g;
inline next(v) { byte t; t = v + 1; v = t % 4; t = 0 }
active [2] proctype P() { next(g); next(g) }
