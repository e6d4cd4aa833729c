/* The first value that fits is looked for, and one of 0 is an error: what stands before it keeps it from being looked at.
   group: none
   states: 4 in 4
   by hand: processes have nothing of their own that could be told apart
   broken by: 25: 6 / val[i] > 2: it goes through the elements of val in the order of their numbers, which makes a difference (let the model choose any of them); without this, up to 2 times fewer states */
#define N 2
byte val[N] = 1;
bool found;

active [N] proctype P() {
  do
  :: val[_pid] = 1 - val[_pid]
  od
}

active proctype Scanner() {
  byte i;
  do
  :: d_step {
       found = false;
       i = 0;
       do
       :: i < N ->
          if
          :: 6 / val[i] > 2 -> found = true; break
          :: else -> i++
          fi
       :: else -> break
       od;
       i = 0
     }
  od
}
