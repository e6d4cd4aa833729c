/* Bits of a number stand for processes, and the number is compared by size: the last one counts for most.
   group: S2 of order 2
   states: 68 in 42
   by hand: processes are the bits of a number
   broken by: 13: in = in | (1 << _pid): numbers that tell processes or elements apart are computed with here (assign such numbers and test them for equality only); without this, up to 3 times fewer states
   broken by: 14: in >= 4: numbers that tell processes or elements apart are put in order here (assign such numbers and test them for equality only); without this, up to 3 times fewer states */
#define N 3
byte in;
bool late;

active [N] proctype P() {
  do
  :: (in & (1 << _pid)) == 0 -> in = in | (1 << _pid)
  :: in >= 4 -> late = true
  od
}
