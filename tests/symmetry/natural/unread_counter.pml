/* Statistics that nobody reads.
   group: S3 of order 6
   states: 7 in 3 */
#define N 3
byte owner = 255;
byte last_one;

active [N] proctype P() {
  do
  :: d_step { owner == 255 -> owner = _pid; last_one = _pid * 2 + 1 }
  :: owner == _pid -> owner = 255
  od
}
