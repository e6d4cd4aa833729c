/* Flags are lowered in turn, and each keeps what it sees of the other then.
   group: none
   states: 4 in 4
   by hand: processes have nothing of their own that could be told apart
   broken by: 18: d_step: it goes through the elements of flag in the order of their numbers, which makes a difference (let the model choose any of them); without this, up to 2 times fewer states */
#define N 2
bool flag[N], saw[N];

active [N] proctype P() {
  do
  :: flag[_pid] = true
  :: saw[_pid] = false
  od
}

active proctype Lower() {
  do
  :: d_step {
       do
       :: flag[0] -> flag[0] = false; saw[0] = flag[1]
       :: flag[1] -> flag[1] = false; saw[1] = flag[0]
       :: else -> break
       od
     }
  od
}
