/* What was read before the flags are set is added to what is read after it: only the first flag counts.
   group: none
   states: 36 in 36
   broken by: 15: n = a[0]: it goes through the elements of a in the order of their numbers, which makes a difference (let the model choose any of them); without this, up to 2 times fewer states */
bit a[2];
byte g;

active [2] proctype P() {
  byte n;
  do
  :: a[_pid] = !a[_pid]
  :: g == 1 -> g = 0
  :: d_step {
       g == 0 ->
       n = a[0];
       a[0] = 1; a[1] = 1;
       n = n + a[1];
       g = n;
       n = 0
     }
  od
}
