/* Corner: the remainder of a conditional expression between a number and a process id, which no variable holds
 * expect plain: verified, 1 states, 1 transitions
 * expect spin: verified, 1 states, 1 transitions
 */
chan c[2] = [0] of { short, bit };
active proctype P() {
  end: c[0]!len(c[0]), 0;
  c[1]!((len(c[0]) -> _pid : 0)) % 2, 0
}
