/* A link for each pair, in one array.
   group: S3 of order 6
   states: 64 in 16 */
#define N 3
bit link[9];

active [N] proctype Node() {
  do
  :: d_step { !link[_pid * N + (_pid + 1) % N] -> link[_pid * N + (_pid + 1) % N] = 1 }
  :: d_step { !link[_pid * N + (_pid + 2) % N] -> link[_pid * N + (_pid + 2) % N] = 1 }
  :: d_step { link[((_pid + 1) % N) * N + _pid] -> link[((_pid + 1) % N) * N + _pid] = 0 }
  :: d_step { link[((_pid + 2) % N) * N + _pid] -> link[((_pid + 2) % N) * N + _pid] = 0 }
  od
}
