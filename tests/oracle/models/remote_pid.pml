/* Corner: the _pid of another process; 0 where there is no such process
 * expect plain: violated (assertion, deadlock), 114 states, 214 transitions, 12 errors
 * expect spin: violated (assertion, deadlock), 114 states, 214 transitions, 12 errors
 */
byte seen;
proctype P() { byte z = 1; z++; z++ }
init {
  pid p;
  p = run P();
  p = run P();
  assert(P[p]:_pid == 2);
  seen = P[p]:_pid;
  (P[p]:z == 2) -> skip;
  seen = P[p + 3]:_pid;
  assert(seen == 0)
}
