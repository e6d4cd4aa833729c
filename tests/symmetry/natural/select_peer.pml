/* Somebody is chosen by select and gets a message.
   group: S3 of order 6
   states: 4,046 in 696 */
#define N 3
chan q[N] = [1] of { byte };

active [N] proctype Node() {
  byte to = 255, from = 255;
  do
  :: q[_pid]?from -> from = 255
  :: select (to : 0 .. N-1);
     if
     :: to != _pid && nfull(q[to]) -> q[to]!_pid
     :: else
     fi;
     to = 255
  od
}
