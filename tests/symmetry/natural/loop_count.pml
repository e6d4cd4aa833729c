/* A vote: who asks counts the votes of all in one go.
   group: S3 of order 6
   states: 118 in 36 */
#define N 3
bool yes[N];
bool passed;

active [N] proctype Voter() {
  byte i, n;
  do
  :: !passed && !yes[_pid] -> yes[_pid] = true
  :: yes[_pid] -> yes[_pid] = false
  :: d_step {
       !passed ->
       n = 0;
       for (i : 0 .. N-1) {
         if
         :: yes[i] -> n++
         :: else
         fi
       };
       passed = (n >= 2);
       n = 0; i = 0
     }
  od
}
