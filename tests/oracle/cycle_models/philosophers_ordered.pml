/* One of them takes the right fork first. Someone always eats again; that all do needs more than weak fairness, because a
 * fork is free only now and then.
 * expect ltl:someone: verified, fair verified
 * expect ltl:second: violated, fair violated
 */
#define N 3
bool fork[N];
byte eating;
active [N] proctype philosopher() {
  byte first = (_pid == 0 -> 1 : _pid), second = (_pid == 0 -> 0 : (_pid + 1) % N);
  do
  :: atomic { !fork[first] -> fork[first] = true };
     atomic { !fork[second] -> fork[second] = true };
eat: eating++;
     eating--;
     fork[second] = false;
     fork[first] = false
  od
}
ltl someone { [] <> (eating > 0) }
ltl second { [] <> (philosopher[1]@eat) }
