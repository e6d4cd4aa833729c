/* Four processes take any of four tools, one at a time: where a process is in its text says which one it has.
   group: S4 × S4 of order 576
   states: 209 in 5 */
bool used[4];

active [4] proctype P() {
  do
  :: atomic { !used[0] -> used[0] = true }; used[0] = false
  :: atomic { !used[1] -> used[1] = true }; used[1] = false
  :: atomic { !used[2] -> used[2] = true }; used[2] = false
  :: atomic { !used[3] -> used[3] = true }; used[3] = false
  od
}
