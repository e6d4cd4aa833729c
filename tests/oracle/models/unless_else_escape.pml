/* Corner: an escape whose alternatives end in else is always executable
 * expect plain: verified, 18 states, 23 transitions
 * expect spin: verified, 18 states, 23 transitions
 */
byte x;
active proctype P() { { x = 1; x = 2 } unless { if :: x == 1 -> x = 3 :: else -> x = 4 fi } }
active proctype Q() { x = 1 }
