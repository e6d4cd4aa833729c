/* Who is in is kept in the bits of a number.
   group: S3 of order 6
   states: 8 in 4
   by hand: processes are the bits of a number */
byte in;

active [3] proctype P() {
  do
  :: d_step { (in & (1 << _pid)) == 0 -> in = in | (1 << _pid) }
  :: d_step { (in & (1 << _pid)) != 0 -> in = in & ~(1 << _pid) }
  od
}
