/* The simplest mutual exclusion: N processes that see each other's state, and move by test and set in one step.
 *
 * From [detection], Fig. 3 and Table 2, "simple mutex" 5, 10, 20, 40: any permutation of the N users is a symmetry.
 * There are (N + 2) * 2^(N-1) reachable combinations of states; with the one before init has run, that is the number
 * below.
 *
 * configuration  verdict      states     plain
 * -D N=3         verified         21        21
 * -D N=5         verified        113       113
 * -D N=10        verified       6145      6145
 * -D N=17        verified    1245185         -
 * -D N=19        verified    5505025         -
 */
/* oracle: -D N=3 ; -D N=5 ; -D N=10 */

#ifndef N
#define N 5
#endif
#include "repeat.h"

mtype = { idle, trying, critical };
mtype state[N + 1] = idle; /* entry 0 is unused */

#define OUTSIDE(p) state[p] != critical
#define START(p) run user()

proctype user()
{
	do
	:: atomic { state[_pid] == idle -> state[_pid] = trying }
	:: atomic { state[_pid] == trying && (EACH(N, OUTSIDE, &&)) -> state[_pid] = critical }
	:: atomic { state[_pid] == critical -> state[_pid] = idle }
	od
}

init { atomic { EACH(N, START, ;) } }
