/* Two-phase commit: all votes have to be yes.
   group: S3 of order 6
   states: 251 in 70 */
#define N 3
mtype = { none, yes, no };
mtype vote[N] = none;
bool decided, commit;

active [N] proctype Participant() {
  if
  :: vote[_pid] = yes
  :: vote[_pid] = no
  fi;
  decided;
  assert(!commit || vote[_pid] == yes)
}

active proctype Coordinator() {
  byte i, n;
  vote[0] != none && vote[1] != none && vote[2] != none;
  atomic {
    n = 0;
    i = 0;
    do
    :: i < N -> n = n + (vote[i] == yes -> 1 : 0); i++
    :: else -> break
    od;
    commit = (n == N);
    decided = true
  }
}
