/* A message to everybody in one step.
   group: S3 of order 6
   states: 64 in 20 */
#define N 3
chan q[N] = [1] of { byte };
byte heard;

active [N] proctype Node() {
  byte m;
  do
  :: q[_pid]?m -> d_step { heard++; m = 0 }
  od
}

active proctype Sender() {
  byte i;
  do
  :: d_step {
       empty(q[0]) && empty(q[1]) && empty(q[2]) ->
       heard = 0;
       for (i : 0 .. N-1) { q[i]!1 }
       i = 0
     }
  od
}
