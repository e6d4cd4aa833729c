/* The loop of loop_clear is short by one: the last worker is never sent back by it.
   group: S2 of order 2
   states: 7 in 5
   by hand: the workers have no state of their own, so any permutation of them that leaves the flags alone is one
   broken by: 19: here[i] = false: it is about here[0], here[1], and not about here[2] (treat all elements of here alike); without this, up to 3 times fewer states */
#define N 3
bool here[N];
byte count;

active [N] proctype Worker() {
  byte i;
  do
  :: atomic {
       !here[_pid] -> here[_pid] = true; count++;
       if
       :: count == N ->
          i = 0;
          do
          :: i < N - 1 -> here[i] = false; i++
          :: else -> break
          od;
          count = 1
       :: else
       fi
     }
  od
}
