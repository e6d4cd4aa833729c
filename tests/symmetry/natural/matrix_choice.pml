/* The same with the other node chosen first.
   group: S2 ≀ S3 of order 48
   states: 216 in 20
   by hand: which cell of the matrix belongs to which pair is not tried */
#define N 3
bit link[9];

active [N] proctype Node() {
  byte j = 255;
  do
  :: select (j : 0 .. N-1);
     d_step { j != _pid && !link[_pid * N + j] -> link[_pid * N + j] = 1 };
     d_step { link[_pid * N + j] -> link[_pid * N + j] = 0; j = 255 }
  od
}
