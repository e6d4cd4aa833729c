/* Chang and Roberts on a ring of three: one leader is elected, and stays the only one.
 * expect ltl:elected: verified, fair verified
 * expect ltl:single: verified, fair verified
 * expect ltl:lasting: verified, fair verified
 * expect ltl:lowest: violated, fair violated
 */
#define N 3
chan ring[N] = [N] of { byte };
byte leaders, leader;
active [N] proctype node() {
  byte mine = (_pid + 1) % N, seen;
  ring[(_pid + 1) % N]!mine;
  end: do
  :: ring[_pid]?seen ->
     if
     :: seen > mine -> ring[(_pid + 1) % N]!seen
     :: seen == mine -> atomic { leaders++; leader = mine + 1 }
     :: else -> skip
     fi
  od
}
ltl elected { <> (leaders == 1) }
ltl single { [] (leaders < 2) }
ltl lasting { <> [] (leader == N) }
ltl lowest { <> (leader == 1) }
