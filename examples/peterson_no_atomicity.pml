/* Peterson's mutual exclusion for N processes, looking at the others one at a time and in any order.
 *
 * From [detection], Table 2, "Peterson without atomicity": any permutation of the N users is a symmetry. The array
 * seen remembers who has been found below. It is cleared in a d_step, in which constants given to different variables
 * have no order; that seen[_pid] is asked for once more says that its entries belong to processes.
 * Mutual exclusion holds here too: what was seen need not still be true.
 *
 * configuration  verdict      states     plain
 * -D N=2         verified        307       317
 * -D N=3         verified     111434    112694
 */
/* oracle: -D N=2 ; -D N=3 */

#ifndef N
#define N 3
#endif
#include "repeat.h"

byte level[N + 1]; /* as in peterson.pml */
pid last[N];
byte inside;

#define SEE(p)    :: !seen[p] && (_pid == p || level[p] < k) -> seen[p] = true
#define SEEN(p)   seen[p]
#define FORGET(p) seen[p] = false
#define START(p)  run user()

proctype user()
{
	byte k;
	bool seen[N + 1]; /* seen[p]: p was found below level k */

	do
	:: k = 1;
	   do
	   :: k < N ->
		level[_pid] = k;
		last[k] = _pid;
		do
		EACH(N, SEE, )
		:: seen[_pid] && EACH(N, SEEN, &&) -> break
		:: last[k] != _pid -> break
		od;
		k++;
		d_step { EACH(N, FORGET, ;) }
	   :: else -> break
	   od;
	   atomic { inside++; assert(inside == 1) };
	   inside--;
	   level[_pid] = 0
	od
}

init { atomic { EACH(N, START, ;) } }
