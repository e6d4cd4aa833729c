/* Three philosophers, each with the left fork first: all can hold one fork and wait for ever.
 * expect ltl:eats: violated, fair violated
 * expect ltl:first_eats: violated, fair violated
 * expect accept: violated, fair violated
 */
#define N 3
bool fork[N];
byte eating;
active [N] proctype philosopher() {
  do
  :: atomic { !fork[_pid] -> fork[_pid] = true };
accept_waits:
     atomic { !fork[(_pid + 1) % N] -> fork[(_pid + 1) % N] = true };
eat: eating++;
     eating--;
     fork[(_pid + 1) % N] = false;
     fork[_pid] = false
  od
}
ltl eats { [] (fork[0] -> <> (eating > 0)) }
ltl first_eats { [] (fork[0] -> <> (philosopher[0]@eat)) }
