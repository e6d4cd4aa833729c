/* Corner: else inside atomic, after which the sequence goes on
 * expect plain: verified, 16 states, 23 transitions
 * expect spin: verified, 16 states, 23 transitions
 */
byte x;
active [2] proctype P() { atomic { if :: x == 0 -> x = 1 :: else -> x = 2 fi; x++ } ; x = 0 }
