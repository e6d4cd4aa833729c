/* Corner: unless around a d_step: the step is indivisible
 * expect plain: verified, 25 states, 32 transitions
 * expect spin: verified, 25 states, 32 transitions
 */
byte x;
bool e;
active proctype P() { { d_step { x = 1; e = true; x = 2 } ; x = 3; x = 4 } unless { e && x == 2 -> x = 10 } }
active proctype Q() { e = !e }
