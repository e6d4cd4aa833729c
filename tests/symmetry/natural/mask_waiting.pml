/* Who waits and who is in, each in the bits of a number, of four processes.
   group: S4 of order 24
   states: 80 in 13
   by hand: processes are the bits of a number */
#define N 4
byte waiting = 0;
byte inside = 0;

active [N] proctype T() {
  do
  :: atomic { !(waiting & (1 << _pid)) -> waiting = waiting | (1 << _pid) };
     atomic { inside == 0 -> inside = inside | (1 << _pid); waiting = waiting & ~(1 << _pid) };
     assert(inside == (1 << _pid));
     inside = inside & ~(1 << _pid)
  od
}
