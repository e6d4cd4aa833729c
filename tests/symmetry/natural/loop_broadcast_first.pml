/* A broadcast may begin as soon as there is room in the first queue, and is an error where another one is full: the
   first one is not like the others.
   group: S2 of order 2
   states: 8 in 6
   by hand: an error within a step is no step of the state graph
   broken by: 18: q[2]!1: messages are sent one after the other, and a channel may be full by then (send in a d_step that begins with a test for room in all channels); without this, up to 3 times fewer states */
#define N 3
chan q[N] = [1] of { byte };

active [N] proctype Node() {
  do
  :: q[_pid]?_
  od
}

active proctype Sender() {
  do
  :: d_step { q[0]!1; q[1]!1; q[2]!1 }
  od
}
