/* Stations in a ring that remember for one step to whom they pass the token: only rotations are left.
   group: C4 of order 4
   states: 20 in 5
   broken by: 12: next = (at + 1) % N: numbers that tell processes or elements apart are computed with here (assign such numbers and test them for equality only); without this, up to 6 times fewer states */
#define N 4
byte at;
bool seen[N];

active [N] proctype Station() {
  byte next;
  do
  :: at == _pid -> seen[_pid] = true; next = (at + 1) % N; seen[next] = false; at = next
  od
}
