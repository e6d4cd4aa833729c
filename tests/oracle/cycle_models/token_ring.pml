/* A token goes round: everyone gets it if nobody is left out. The idler can go on alone otherwise.
 * expect ltl:gets_it: violated, fair verified
 * expect ltl:one_token: verified, fair verified
 * expect accept: violated, fair violated
 * expect progress: violated, fair verified
 */
#define N 3
byte holder;
bit ticks;
active [N] proctype station() {
  do
  :: holder == _pid -> progress_has: holder = (_pid + 1) % N
  od
}
active proctype idler() { do :: holder == 1 -> ticks = 1; accept_idle: (holder == 1) -> ticks = 0 :: ticks = 0 od }
ltl gets_it { [] <> (holder == 2) }
ltl one_token { [] (holder < N) }
