/* Corner: P[i]@label in an expression
 * expect plain: violated (deadlock), 28 states, 34 transitions, 1 errors
 * expect spin: violated (deadlock), 28 states, 34 transitions, 1 errors
 */
byte x;
active proctype A() { x++; here: x++; x++ }
active proctype B() { A[0]@here; x = 10; assert(!A[0]@here || x >= 10) }
