/* Cache coherence by snooping (MSI): N caches on one bus, a line that is modified, shared or invalid in each of them.
 *
 * A transaction takes the bus and then happens at once, with all that the other caches do when they see it.
 * Any permutation of the caches is a symmetry: within a d_step the options are tried in order, but here each touches the
 * line of its own cache only. A valid line is what was stored last, and a modified one is the only copy.
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
pid owner;                    /* who has changed the line since memory had it; 0: nobody */

#define EVICT(p) :: p != _pid && state[p] != invalid -> line[p] = 0; state[p] = invalid
#define ALONE(p) (p == _pid || state[p] == invalid)
#define CLEAN(p) state[p] != modified
#define WRITE_BACK if :: owner != 0 -> memory = line[owner]; state[owner] = shared; owner = 0 :: else fi

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
		WRITE_BACK;
		line[_pid] = memory; state[_pid] = shared;
		assert(line[_pid] == latest && EACH(N, CLEAN, &&));
		bus = 0
	   }
	/* write miss: nobody else keeps a copy */
	:: atomic { state[_pid] != modified && bus == 0 -> bus = _pid };
	   d_step {
		WRITE_BACK;
		do
		EACH(N, EVICT, )
		:: else -> break
		od;
		line[_pid] = memory; state[_pid] = modified; owner = _pid;
		bus = 0
	   }
	/* eviction */
	:: atomic { state[_pid] != invalid && bus == 0 -> bus = _pid };
	   d_step {
		if
		:: owner == _pid -> memory = line[_pid]; owner = 0
		:: else
		fi;
		line[_pid] = 0; state[_pid] = invalid;
		bus = 0
	   }
	od
}

#define START(p) run cache()

init { atomic { EACH(N, START, ;) } }
