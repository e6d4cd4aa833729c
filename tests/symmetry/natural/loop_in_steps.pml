/* A scan that others may come in between of: who is looked at first makes a difference.
   group: none
   states: 889 in 889
   broken by: 20: i < N && !flag[i]: an index of flag is counted with, so that its elements are visited in order (put a loop over all of them into one atomic or d_step); without this, up to 6 times fewer states */
#define N 3
bool flag[N];
bool open = true;

active [N] proctype P() {
  do
  :: open -> flag[_pid] = !flag[_pid]
  od
}

active proctype Scanner() {
  byte i;
  do
  :: i = 0;
     do
     :: i < N && !flag[i] -> i++
     :: else -> break
     od;
     open = (i == N)
  od
}
