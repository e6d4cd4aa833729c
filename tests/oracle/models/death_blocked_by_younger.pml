/* Corner: a process that has ended below a blocked younger one still counts in _nr_pr
 * expect plain: verified, 5 states, 5 transitions
 * expect spin: verified, 5 states, 5 transitions
 */
byte x;
proctype Old() { x++ }
proctype Young() { end: (x == 9) }
init { atomic { run Old(); run Young() } ; (x == 1); assert(_nr_pr == 3) }
