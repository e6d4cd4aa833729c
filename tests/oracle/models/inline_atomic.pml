/* Corner: an inline expanded within atomic and within d_step
 * expect plain: verified, 34 states, 55 transitions
 * expect spin: verified, 34 states, 55 transitions
 */
byte x;
inline bump() { x++; x = x % 5 }
active [2] proctype P() { atomic { bump(); bump() } ; d_step { bump(); bump() } ; bump() }
