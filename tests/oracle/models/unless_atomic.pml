/* Corner: unless around an atomic sequence: the escape can strike inside it only where... the whole sequence
 * expect plain: verified, 13 states, 15 transitions
 * expect spin: verified, 13 states, 15 transitions
 */
byte x;
bool e;
active proctype P() { { atomic { x = 1; e = true; x = 2; x = 3 } ; x = 4 } unless { e && x < 3 -> x = 10 } }
active proctype Q() { e = false; (x > 3); e = true }
