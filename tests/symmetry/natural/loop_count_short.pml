/* The count leaves out number 0.
   group: S2 of order 2
   states: 330 in 200
   broken by: 23: yes[i]: it is about yes[1], yes[2], and not about yes[0] (treat all elements of yes alike); without this, up to 3 times fewer states */
#define N 3
bool yes[N];
byte result;

active [N] proctype Voter() {
  do
  :: result < 2 -> yes[_pid] = !yes[_pid]
  :: yes[_pid] -> yes[_pid] = false
  od
}

active proctype Teller() {
  byte i, n;
  do
  :: d_step {
       n = 0;
       for (i : 1 .. N-1) {
         if
         :: yes[i] -> n++
         :: else
         fi
       };
       result = n;
       n = 0; i = 0
     }
  od
}
