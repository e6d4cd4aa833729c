/* Corner: else is executable only when no sibling is, at each visit
 * expect plain: verified, 37 states, 55 transitions
 * expect spin: verified, 37 states, 55 transitions
 */
byte x;
active proctype P() { do :: x == 1 -> x = 2 :: x == 3 -> x = 0; break :: else -> x = 3 od }
active proctype Q() { if :: x > 1 -> x = 1 :: else -> skip fi }
