/* Votes that count differently.
   group: none
   states: 607 in 607
   broken by: 21: s = s + (i + 1) * yes[i]: it goes through the elements of yes in the order of their numbers, which makes a difference (let the model choose any of them); without this, up to 6 times fewer states */
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
  byte i, s;
  do
  :: d_step {
       s = 0;
       for (i : 0 .. N-1) { s = s + (i + 1) * yes[i] }
       result = s;
       s = 0; i = 0
     }
  od
}
