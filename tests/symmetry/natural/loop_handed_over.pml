/* A count that is interrupted by a handshake: the partner may wait, and others move between one flag and the next.
   group: none
   states: 24 in 24
   by hand: processes have nothing of their own that could be told apart
   broken by: 27: k = flag[0]: it is about flag[0], and not about flag[1] (treat all elements of flag alike); without this, up to 2 times fewer states */
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
