/* Enter if nobody else is inside: a d_step that looks at all flags, one after the other.
   group: S3 of order 6
   states: 7 in 3 */
#define N 3
bool flag[N];

active [N] proctype P() {
  byte i;
  do
  :: d_step {
       i = 0;
       do
       :: i < N && !flag[i] -> i++
       :: else -> break
       od;
       if
       :: i == N -> flag[_pid] = true
       :: else
       fi;
       i = 0
     }
  :: flag[_pid] -> flag[_pid] = false
  od
}
