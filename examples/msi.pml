/* Cache coherence by snooping (MSI): N caches on one bus, a line that is modified, shared or invalid in each of them.
 *
 * A transaction takes the bus and then happens at once, with all that the other caches do when they see it.
 * Any permutation of the caches is a symmetry. A valid line is what was stored last, and a modified one is the only
 * copy.
 *
 * configuration  verdict      states     plain
 * -D N=2         verified         73        73
 * -D N=4         verified        417       417
 * -D N=10        verified      43809     43809
 * -D N=15        verified    2033417         -
 */
/* oracle: -D N=2 ; -D N=4 ; -D N=10 */

#ifndef N
#define N 4
#endif
#include "repeat.h"

mtype = { modified, shared, invalid };

mtype state[N + 1] = invalid; /* of the line in the cache of process p (entry 0 is unused) */
byte line[N + 1];             /* and its contents */
byte memory;
byte latest;                  /* what was stored last, by anyone */
pid bus;                      /* who has the bus; 0: nobody */

#define FLUSH(p) :: state[p] == modified -> memory = line[p]; line[p] = 0; state[p] = invalid
#define SHARE(p) :: state[p] == modified -> memory = line[p]; state[p] = shared
#define EVICT(p) :: p != _pid && state[p] != invalid -> line[p] = 0; state[p] = invalid
#define ALONE(p) (p == _pid || state[p] == invalid)
#define CLEAN(p) state[p] != modified

proctype cache()
{
	do
	/* read and write hits need no bus */
	:: atomic { state[_pid] != invalid -> assert(line[_pid] == latest) }
	:: atomic {
		state[_pid] == modified ->
		assert(EACH(N, ALONE, &&));
		line[_pid] = 1 - line[_pid]; latest = line[_pid]
	   }
	/* read miss: whoever has changed the line writes it back, and keeps a copy */
	:: atomic { state[_pid] == invalid && bus == 0 -> bus = _pid };
	   d_step {
		if
		EACH(N, SHARE, )
		:: else
		fi;
		line[_pid] = memory; state[_pid] = shared;
		assert(line[_pid] == latest && EACH(N, CLEAN, &&));
		bus = 0
	   }
	/* write miss: nobody else keeps a copy */
	:: atomic { state[_pid] != modified && bus == 0 -> bus = _pid };
	   d_step {
		if
		EACH(N, FLUSH, )
		:: else
		fi;
		do
		EACH(N, EVICT, )
		:: else -> break
		od;
		line[_pid] = memory; state[_pid] = modified;
		bus = 0
	   }
	/* eviction */
	:: atomic { state[_pid] != invalid && bus == 0 -> bus = _pid };
	   d_step {
		if
		:: state[_pid] == modified -> memory = line[_pid]
		:: else
		fi;
		line[_pid] = 0; state[_pid] = invalid;
		bus = 0
	   }
	od
}

#define START(p) run cache()

init { atomic { EACH(N, START, ;) } }
