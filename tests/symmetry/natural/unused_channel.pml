/* Each process has a channel of its own that it never uses.
   group: S3 of order 6
   states: 80 in 21 */
#define N 3
byte owner = 255;

active [N] proctype P() {
  chan mine = [1] of { byte };
  do
  :: owner == 255 -> owner = _pid
  :: owner == _pid -> owner = 255
  od
}
