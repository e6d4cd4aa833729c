/* Whether all agree, written with a conjunction that is built up.
   group: S3 of order 6
   states: 151 in 44 */
#define N 3
bit ready[N];
bool go;

active [N] proctype P() {
  do
  :: !go -> ready[_pid] = 1
  :: go -> d_step { ready[_pid] = 0; go = false }
  od
}

active proctype Starter() {
  byte i;
  bool all;
  do
  :: d_step {
       all = true;
       for (i : 0 .. N-1) { all = all && ready[i] }
       go = all;
       all = false; i = 0
     }
  od
}
