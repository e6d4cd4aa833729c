/* Corner: timeout inside an atomic sequence: the sequence blocks, and is resumed at the timeout
 * expect plain: violated (deadlock), 56 states, 86 transitions, 2 errors
 * expect spin: violated (deadlock), 56 states, 86 transitions, 2 errors
 */
byte x;
active proctype A() { atomic { x = 1; timeout; x = 2; x = 3 } ; assert(x == 3) }
active [2] proctype B() { if :: x == 1 -> x++ :: x == 0 -> skip fi }
