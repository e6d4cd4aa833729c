/* Corner: end labels in the middle of a sequence, on an option and before a compound statement
 * expect plain: verified, 8 states, 11 transitions
 * expect spin: verified, 8 states, 11 transitions
 */
byte x;
active proctype A() { x++; endA: if :: x == 7 -> end_in: x == 8 :: x == 2 -> endB: (x == 9) fi }
active proctype B() { x++ }
