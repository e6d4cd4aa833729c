/* Corner: a d_step inside an atomic sequence
 * expect plain: verified, 7 states, 9 transitions
 * expect spin: verified, 7 states, 9 transitions
 */
byte x;
active [2] proctype P() { atomic { x++; d_step { x++; x = x * 2 } ; x-- } }
