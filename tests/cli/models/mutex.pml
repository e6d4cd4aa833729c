/* Peterson's algorithm for two processes. With -D BROKEN both enter. */
bool flag[2];
byte turn, critical;

active [2] proctype user()
{
again:
  flag[_pid] = 1;
#ifndef BROKEN
  turn = _pid;
#endif
  (flag[1 - _pid] == 0 || turn == 1 - _pid);
  critical++;
  assert(critical == 1);
  critical--;
  flag[_pid] = 0;
  goto again
}
