/* Nobody moves while there is a message for anybody.
   group: S2 of order 2
   states: 4 in 3 */
#define N 2
chan q[N] = [1] of { bit };

active [N] proctype P() provided (!q[0]?[1] && !q[1]?[1]) {
  do
  :: q[_pid]!0
  :: q[_pid]?0
  od
}
