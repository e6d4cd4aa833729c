/* At most two may hold the lock: who enters counts first.
   group: S4 of order 24
   states: 33 in 6 */
#define N 4
bool holds[N];

active [N] proctype P() {
  byte i, n;
  do
  :: atomic {
       !holds[_pid] ->
       n = 0;
       for (i : 0 .. N-1) {
         n = n + holds[i]
       };
       if
       :: n < 2 -> holds[_pid] = true
       :: else
       fi;
       n = 0; i = 0
     }
  :: holds[_pid] -> holds[_pid] = false
  od
}
