/* Every other process waits for the token, by its number.
   group: S2 × S2 of order 4
   states: 4,284 in 1,386
   broken by: 11: (_pid % 2 == 0) && token: this is about P(0) and P(2) alone (let the processes differ in a variable that they set themselves); without this, up to 6 times fewer states
   broken by: 13: _pid % 2 == 1: this is about P(1) and P(3) alone (let the processes differ in a variable that they set themselves); without this, up to 6 times fewer states */
bool token = true;
bool has[4];

active [4] proctype P() {
  do
  :: (_pid % 2 == 0) && token -> token = false; has[_pid] = true
  :: has[_pid] -> has[_pid] = false; token = true
  :: _pid % 2 == 1 -> has[_pid] = !has[_pid]
  od
}
