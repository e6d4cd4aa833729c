/* Corner: d_step: one indivisible deterministic step
 * expect plain: verified, 13 states, 19 transitions
 * expect spin: verified, 13 states, 19 transitions
 */
byte x;
active [2] proctype P() { byte t; d_step { t = x; t++; x = t; t = 0 } ; assert(x > 0) }
