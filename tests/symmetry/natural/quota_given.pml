/* Workers with a quota, and one of them was given more.
   group: S2 of order 2
   states: 491 in 281
   broken by: 15: what processes are given: 'quota' is 3 for Worker(3), and 2 for Worker(1) and Worker(2) (give all of them the same); without this, up to 3 times fewer states */
byte done[4];

proctype Worker(byte id; byte quota) {
  do
  :: done[id] < quota -> done[id]++
  :: done[id] > 0 -> done[id] = 0
  od
}

init {
  atomic { run Worker(1, 2); run Worker(2, 2); run Worker(3, 3) }
}
