/* Corner: an escape with several alternatives
 * expect plain: verified, 58 states, 86 transitions
 * expect spin: verified, 25 states, 48 transitions
 */
byte x;
byte s;
active proctype P() { { x = 1; x = 2; x = 3 } unless { if :: s == 1 -> x = 10 :: s >= 1 -> x = 20 :: s == 2 -> skip fi } }
active proctype Q() { s = 1; s = 2 }
