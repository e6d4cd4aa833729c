/* Who raises all flags may do so only while they are equal: it is kept from going on in the middle.
   group: none
   states: 5 in 5
   by hand: processes have nothing of their own that could be told apart
   broken by: 21: flag[i] = true: an index of flag is counted with, so that its elements are visited in order (put a loop over all of them into one atomic or d_step); without this, up to 2 times fewer states */
#define N 2
bool flag[N];

active [N] proctype P() {
  do
  :: flag[_pid] = false
  od
}

active proctype Setter() provided (flag[0] == flag[1]) {
  byte i;
  do
  :: atomic {
       i = 0;
       do
       :: i < N -> flag[i] = true; i++
       :: else -> break
       od;
       i = 0
     }
  od
}
