/* A loop that waits within for one after the other: where it waits can be seen.
   group: none
   states: 64 in 64
   by hand: processes have nothing of their own that could be told apart
   broken by: 22: flag[i]: an index of flag is counted with, so that its elements are visited in order (put a loop over all of them into one atomic or d_step); without this, up to 6 times fewer states */
#define N 3
bool flag[N];
byte rounds;

active [N] proctype P() {
  do
  :: flag[_pid] = !flag[_pid]
  od
}

active proctype Waiter() {
  byte i;
  do
  :: atomic {
       i = 0;
       do
       :: i < N -> flag[i]; i++
       :: i >= N -> break
       od;
       rounds = (rounds + 1) % 2
     }
  od
}
