/* Corner: the pid of a dead process is given again
 * expect plain: verified, 28 states, 31 transitions
 * expect spin: verified, 28 states, 31 transitions
 */
byte pids[4];
proctype W() { pids[_pid]++ }
init { run W(); (_nr_pr == 1); run W(); (_nr_pr == 1); run W(); run W(); (_nr_pr == 1); assert(pids[1] >= 2) }
