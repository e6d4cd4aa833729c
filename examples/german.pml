/* Cache coherence with a directory, after S. German: N caches that ask the home of a line for a shared or an exclusive
 * copy.
 *
 * Home serves one request at a time. Before it lends the line exclusively, or shares a line that is lent, it tells
 * those who have it to give it back. A cache that waits for a shared copy may already ask for an exclusive one.
 * Any permutation of the caches is a symmetry. Whoever gets a copy gets what was stored last, by whomever, and an
 * exclusive copy is the only one.
 *
 * configuration  verdict      states     plain
 * -D N=1         verified        299       299
 * -D N=2         verified       8650      8650
 * -D N=3         verified     221885    221885
 * -D N=4         verified    6158196         -
 */
/* oracle: -D N=1 ; -D N=2 */

#ifndef N
#define N 3
#endif
#include "repeat.h"

mtype = { nothing, invalid, shared, exclusive, ask_shared, ask_exclusive, invalidate };

mtype state[N + 1] = invalid;                /* of the line in the cache of process p (entry 0 is unused) */
bit latest;                                  /* what was stored last, by anyone */

chan request[N + 1] = [1] of { mtype };      /* ask_shared, ask_exclusive */
chan answer[N + 1] = [1] of { mtype, bit };  /* shared, exclusive with the line; or invalidate */
chan returned[N + 1] = [1] of { bit };       /* the line, after an invalidate */

#define NOT_EXCLUSIVE(p) (p == _pid || state[p] != exclusive)
#define INVALID(p)       (p == _pid || state[p] == invalid)

proctype cache()
{
	bit line;

	do
	:: state[_pid] == invalid && nfull(request[_pid]) -> request[_pid]!ask_shared
	:: state[_pid] != exclusive && nfull(request[_pid]) -> request[_pid]!ask_exclusive
	:: atomic {
		answer[_pid]?shared,line ->
		state[_pid] = shared;
		assert(line == latest && EACH(N, NOT_EXCLUSIVE, &&))
	   }
	:: atomic {
		answer[_pid]?exclusive,line ->
		state[_pid] = exclusive;
		assert(line == latest && EACH(N, INVALID, &&))
	   }
	:: atomic {
		answer[_pid]?invalidate,_ ->
		state[_pid] = invalid;
		returned[_pid]!line;
		line = 0
	   }
	:: atomic { state[_pid] == exclusive -> line = 1 - line; latest = line }
	od
}

#define TAKE(p)   :: atomic { command == nothing -> request[p]?command; client = p }
#define EVICT(p)  :: atomic { \
			(command == ask_exclusive || command == ask_shared && lent) && \
			sharer[p] && !asked[p] && nfull(answer[p]) -> \
			answer[p]!invalidate,0; asked[p] = true \
		   }
#define BACK(p)   :: atomic { \
			returned[p]?line -> sharer[p] = false; asked[p] = false; \
			if \
			:: lent -> memory = line; lent = false \
			:: else \
			fi; \
			line = 0 \
		   }
#define UNSHARED(p) !sharer[p]

proctype home()
{
	mtype command = nothing; /* the request that is being served */
	pid client;              /* and whose it is */
	bool sharer[N + 1];      /* which caches have the line, */
	bool asked[N + 1];       /* which of them were told to give it up, */
	bool lent;               /* and whether the one that has it may write */
	bit memory, line;

	do
	EACH(N, TAKE, )
	EACH(N, EVICT, )
	EACH(N, BACK, )
	:: atomic {
		command == ask_shared && !lent && nfull(answer[client]) ->
		answer[client]!shared,memory;
		sharer[client] = true;
		command = nothing; client = 0
	   }
	:: atomic {
		command == ask_exclusive && EACH(N, UNSHARED, &&) && nfull(answer[client]) ->
		answer[client]!exclusive,memory;
		sharer[client] = true; lent = true;
		command = nothing; client = 0
	   }
	od
}

#define START(p) run cache()

init { atomic { EACH(N, START, ;); run home() } }
