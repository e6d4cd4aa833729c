/* Peterson's mutual exclusion for N processes.
 *
 * A process climbs N - 1 levels; to leave level k it waits until all others are below k, or somebody came to k after
 * it. That test is one atomic step here (peterson_no_atomicity.pml looks at one process at a time).
 * From [markers], Fig. 3, and [detection], Table 2, "Peterson": any permutation of the N users is a symmetry.
 * Mutual exclusion holds, and no run gets stuck.
 *
 * configuration  verdict      states     plain
 * -D N=2         verified        117       263
 * -D N=3         verified       2636     11318
 * -D N=4         verified      60577    542921
 * -D N=5         verified    1557370         -
 */
/* oracle: -D N=3 ; -D N=4 */

#ifndef N
#define N 3
#endif
#include "repeat.h"

byte level[N + 1]; /* level[p] is how far process p has come; 0: it does not compete (entry 0 is unused) */
pid last[N];       /* last[k] is the process that came to level k last; 0: nobody yet (entry 0 is unused) */
byte inside;       /* number of processes in the critical section */

#define BELOW(p) (_pid == p || level[p] < k)
#define START(p) run user()

proctype user()
{
	byte k;
	bool ahead;

	do
	:: k = 1;
	   do
	   :: k < N ->
		level[_pid] = k;
		last[k] = _pid;
wait:		atomic {
			ahead = EACH(N, BELOW, &&);
			if
			:: ahead || last[k] != _pid
			:: else -> goto wait
			fi
		};
		k++
	   :: else -> break
	   od;
	   atomic { inside++; assert(inside == 1) };
	   inside--;
	   level[_pid] = 0
	od
}

init { atomic { EACH(N, START, ;) } }
