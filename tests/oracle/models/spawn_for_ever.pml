/* A process is created whenever another has ended, for ever. Whether a model outgrows the numbers of processes is tried by one run
   that creates as many as it can; that run took every new process for a sign that more would follow, and never ended.
 * expect plain: verified, 18 states, 19 transitions
 * expect spin: verified, 18 states, 19 transitions
 */
byte busy;
proctype worker(byte n) { busy = (busy + n) % 3 }
active proctype boss() {
  byte n;
  do
  :: atomic { _nr_pr < 2 -> run worker(n); n = (n + 1) % 2 }
  od
}
