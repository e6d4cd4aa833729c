/* Who is in is kept in the bits of a number, which is not followed.
   group: none
   states: 8 in 8
   by hand: processes are the bits of a number
   broken by: 11: d_step: the bits of a number stand for processes here, which is not followed (use an array of bits with an element for each process); without this, up to 6 times fewer states
   broken by: 12: d_step: the bits of a number stand for processes here, which is not followed (use an array of bits with an element for each process); without this, up to 6 times fewer states */
byte in;

active [3] proctype P() {
  do
  :: d_step { (in & (1 << _pid)) == 0 -> in = in | (1 << _pid) }
  :: d_step { (in & (1 << _pid)) != 0 -> in = in & ~(1 << _pid) }
  od
}
