/* Corner: two processes wait for a timeout, with a condition joined to one of them
 * expect plain: verified, 14 states, 17 transitions
 * expect spin: verified, 14 states, 17 transitions
 */
bit t[2];
active [2] proctype T() { do :: timeout && !t[_pid] -> t[_pid] = 1 :: t[0] && t[1] -> break od }
