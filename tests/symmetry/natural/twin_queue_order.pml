/* Both get the same two messages, in different orders.
   group: none
   states: 15 in 15
   broken by: 18: c[1]!1: messages are sent one after the other, and a channel may be full by then (send in a d_step that begins with a test for room in all channels); without this, up to 2 times fewer states */
chan c[2] = [2] of { byte };
byte got[2];

active [2] proctype P() {
  do
  :: d_step { got[_pid] == 0 && len(c[_pid]) > 0 -> c[_pid]?got[_pid] }
  :: got[_pid] == 1 -> got[_pid] = 0
  :: got[_pid] == 2 && len(c[_pid]) == 0 -> got[_pid] = 0
  od
}

active proctype Sender() {
  do
  :: d_step { len(c[0]) + len(c[1]) == 0 -> c[0]!1; c[0]!2; c[1]!2; c[1]!1 }
  od
}
