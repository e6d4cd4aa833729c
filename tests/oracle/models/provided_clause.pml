/* Corner: provided: a process moves only while the expression holds, its death included
 * expect plain: verified, 15 states, 15 transitions
 * expect spin: verified, 15 states, 15 transitions
 */
bool turn;
byte n;
active proctype A() provided (turn == 0) { do :: n < 3 -> n++; turn = 1 :: n >= 3 -> break od ; turn = 1 }
active proctype B() provided (turn == 1) { do :: n < 3 -> n++; turn = 0 :: n >= 3 -> break od ; turn = 0 }
