/* A resource, CLIENTS clients that want it, and an allocator that lets one of them have it at a time, by rank.
 *
 * From [detection], Table 2, "resource allocator". The files resource_allocator_*.pml start the clients, each with its
 * rank: 3_4 has three clients of rank 0 and four of rank 1; alternating_10 has ten, of ranks 0 0 1 1 0 0 1 1 0 0.
 * A client sends its rank, its id and its link, and waits. The allocator takes the request that has waited longest
 * among those of the lowest rank (0, 1 or 2), and waits until the resource is released. Whoever uses the resource is
 * the one it was given to.
 * The static channel diagram does not show ranks: all CLIENTS! permutations are automorphisms of it. Those that keep
 * ranks are valid.
 *
 * -D PLACES=n lets no more than n requests wait (all of them by default): fewer states, the same symmetry.
 * With n clients and as many places there are 4 * a(n) - 2 states, where a(n) = n!/0! + n!/1! + ... + n!/n! counts the
 * ways to wait in line.
 */

#include "repeat.h"

mtype = { granted };

#ifndef PLACES
#define PLACES CLIENTS
#endif

chan request = [PLACES] of { byte, pid, chan }; /* rank, who asks, where to answer */
chan release = [0] of { pid };
chan nowhere = [0] of { mtype }; /* the value of a link variable that is not in use */
pid holder;                      /* who has the resource; 0: nobody */

#define LINK(c) chan link##c = [1] of { mtype };
EACH(CLIENTS, LINK, )

proctype client(chan link; byte rank)
{
	do
	:: request!rank,_pid,link;
	   link?granted;
	   assert(holder == _pid);
	   release!_pid
	od
}

proctype allocator()
{
	chan link = nowhere;
	pid who;

	do
	:: atomic {
		nempty(request) ->
		if
		:: request??[0,_,_] -> request??0,who,link
		:: !request??[0,_,_] && request??[1,_,_] -> request??1,who,link
		:: !request??[0,_,_] && !request??[1,_,_] -> request??2,who,link
		fi;
		holder = who;
		link!granted;
		link = nowhere; who = 0
	   };
	   atomic { release?who; assert(who == holder); holder = 0; who = 0 }
	od
}
