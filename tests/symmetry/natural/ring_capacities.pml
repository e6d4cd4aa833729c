/* A ring of relays, one link of which was made longer and never mended.
   group: none
   states: 200 in 200
   broken by: the channels: the capacity is 2 for q1, and 1 for q0 and q2 (give all of them the same); without this, up to 3 times fewer states */
chan q0 = [1] of { byte };
chan q1 = [2] of { byte };
chan q2 = [1] of { byte };

proctype Relay(chan in; chan out) {
  byte x;
  do
  :: in?x -> out!x
  :: nempty(in) -> in?_
  :: out!1
  od
}

init {
  atomic { run Relay(q0, q1); run Relay(q1, q2); run Relay(q2, q0) }
}
