/* Everybody may enter but while the first one is in.
   group: S2 of order 2
   states: 48 in 30
   by hand: processes are the bits of a number
   broken by: 12: (in & 1) == 0: numbers that tell processes or elements apart are computed with here (assign such numbers and test them for equality only); without this, up to 3 times fewer states
   broken by: 12: in = in | (1 << _pid): numbers that tell processes or elements apart are computed with here (assign such numbers and test them for equality only); without this, up to 3 times fewer states */
#define N 3
byte in;

active [N] proctype P() {
  do
  :: (in & 1) == 0 -> in = in | (1 << _pid)
  :: in = in & ~(1 << _pid)
  od
}
