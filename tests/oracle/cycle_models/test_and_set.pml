/* A lock that is taken by whoever comes first: weak fairness is not enough for each of them, because the lock is free
 * only now and then.
 * expect ltl:someone: violated, fair verified
 * expect ltl:first: violated, fair violated
 * expect progress: verified, fair verified
 */
bool taken;
byte owner = 9;
active [2] proctype user() {
  do
  :: atomic { !taken -> taken = true };
progress_in:
     owner = _pid;
     owner = 9;
     taken = false
  od
}
active proctype clock() { bit tick; do :: progress_tick: tick = 1 - tick od }
ltl someone { [] <> (owner != 9) }
ltl first { [] <> (owner == 0) }
