/* Two-phase commit: a coordinator that asks N participants, and tells them what all of them have agreed on.
 *
 * Any permutation of the participants is a symmetry, except for the end as SPIN has it: of the processes that have
 * finished only the one created last can go. With --steps full they stay, and the permutations are found.
 * Nobody commits unless all have voted yes. All runs end; with -D CRASH the coordinator may stop after the vote, which
 * leaves the participants waiting for ever: the well-known weakness of the protocol, found as a deadlock.
 *
 * configuration    verdict      states     plain
 * -D N=2           verified        473       484
 * -D N=3           verified       3684      3787
 * -D N=4           verified      30711     31710
 * -D N=5           verified     283886    294657
 * -D N=6           verified    3040581         -
 * -D N=2 -D CRASH  deadlock        489       500
 * -D N=3 -D CRASH  deadlock       3716      3819
 */
/* oracle: -D N=2 ; -D N=3 ; -D N=4 ; -D N=2 -D CRASH ; -D N=3 -D CRASH */

#ifndef N
#define N 3
#endif
#include "repeat.h"

mtype = { working, prepared, committed, aborted, ask, yes, no };

mtype state[N + 1] = working;           /* of participant p (entry 0 is unused) */
chan mail[N + 1] = [1] of { mtype };    /* to participant p: ask, committed, aborted */
chan votes = [N] of { mtype, pid };     /* to the coordinator: yes, no */

proctype participant()
{
end:	mail[_pid]?ask;
	if
	:: atomic { state[_pid] = prepared; votes!yes,_pid }
	:: atomic { state[_pid] = aborted; votes!no,_pid }
	fi;
	if
	:: mail[_pid]?committed -> assert(state[_pid] == prepared); state[_pid] = committed
	:: mail[_pid]?aborted -> state[_pid] = aborted
	fi
}

#define UNASKED(p) :: !told[p] -> mail[p]!ask; told[p] = true
#define UNTOLD(p)  :: told[p] -> mail[p]!decision; told[p] = false
#define NOT_ABORTED(p) state[p] != aborted

proctype coordinator()
{
	mtype decision = committed;
	bool told[N + 1];
	byte count;

	do
	EACH(N, UNASKED, )
	:: else -> break
	od;
	do
	:: votes?yes,_ -> count++
	:: votes?no,_ -> count++; decision = aborted
	:: count == N -> break
	od;
	assert(decision == aborted || EACH(N, NOT_ABORTED, &&));
#ifdef CRASH
	if
	:: skip
	:: goto dead
	fi;
#endif
	do
	EACH(N, UNTOLD, )
	:: else -> break
	od;
dead:	skip
}

#define START(p) run participant()

init { atomic { EACH(N, START, ;); run coordinator() } }
