/* Corner: atomic whose first statement blocks is not entered
 * expect plain: verified, 35 states, 52 transitions
 * expect spin: verified, 35 states, 52 transitions
 */
byte x;
active proctype P() { atomic { x > 1 -> x = 0; x = 5 } }
active [2] proctype Q() { x++; x++ }
