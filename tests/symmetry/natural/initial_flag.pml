/* One flag is up at the start, and never comes down again.
   group: S2 of order 2
   states: 10 in 7
   broken by: the initial value of up[]: its elements begin differently (let all begin alike); without this, up to 3 times fewer states */
bool up[3];

proctype P(byte me) {
  do
  :: !up[me] -> up[me] = true
  od
}

init {
  atomic { up[1] = true; run P(0); run P(1); run P(2) }
}
