/* Who trusts whom, in one array with an index that is computed; each forgets all in a loop, and only if somebody trusts it.
   group: S3 of order 6
   states: 64 in 16 */
#define N 3
bit trust[9];

active [N] proctype P() {
  byte j;
  do
  :: d_step { j = (_pid + 1) % N; trust[_pid * N + j] = 1; j = 0 }
  :: d_step { j = (_pid + 2) % N; trust[_pid * N + j] = 1; j = 0 }
  :: d_step {
       trust[((_pid + 1) % N) * N + _pid] || trust[((_pid + 2) % N) * N + _pid] ->
       for (j : 0 .. N-1) { trust[_pid * N + j] = 0 };
       j = 0
     }
  od
}
