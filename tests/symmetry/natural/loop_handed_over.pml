/* A count that is interrupted by a handshake: the partner may wait, and others move between one flag and the next.
   group: none
   states: 72 in 72 */
#define N 2
bool flag[N];
byte up;
chan meet = [0] of { bit };

active [N] proctype P() {
  do
  :: flag[_pid] = !flag[_pid]
  od
}

active proctype Partner() {
  do
  :: atomic { meet?_; flag[0] == flag[1] }
  od
}

active proctype Counter() {
  byte k;
  do
  :: atomic {
       k = flag[0];
       if
       :: meet!0
       :: else
       fi;
       k = k + flag[1];
       up = k;
       k = 0
     }
  od
}
