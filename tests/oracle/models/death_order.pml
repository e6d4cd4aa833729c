/* Corner: processes die in the reverse order of their creation, so an early one waits at its end
 * expect plain: verified, 21 states, 36 transitions
 * expect spin: verified, 21 states, 36 transitions
 */
byte x;
active proctype First() { x++ }
active proctype Second() { x++; (x == 5) }
active proctype Third() { x = x + 3; assert(_nr_pr == 3 || _nr_pr == 2) }
