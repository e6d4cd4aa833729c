/* How many flags are up, with both ways of each test written out, and the end of the loop as an equation.
   group: S3 of order 6
   states: 204 in 63 */
#define N 3
bool flag[N];
byte up;

active [N] proctype P() {
  byte i;
  do
  :: flag[_pid] = !flag[_pid]
  :: up < 2 ->
     atomic {
       up = 0;
       i = 0;
       do
       :: i < N ->
          if
          :: flag[i] -> up++
          :: !flag[i] -> skip
          fi;
          i++
       :: i == N -> break
       od
     }
  od
}
