/* A distributed lock with probable owners, for 2, 3 or 4 processors.
 *
 * From [normalisation], section 3 (Fig. 4). Every processor believes that some processor owns the lock. Acquire sends
 * a request to the probable owner, if that is not its own, and waits until the lock is granted. Handle, on the same
 * processor, grants, queues or forwards the requests that come in. The grant takes the rest of the queue along. The
 * two processes exclude each other by a mutex. Initially all believe in the same owner, whoever that is.
 * Any permutation of the processors is a symmetry. Mutual exclusion holds, and no run gets stuck; but progress does
 * not hold: a request can be forwarded to and fro between the old owner and a new one that never gets round to reading
 * its grant (Fig. 5).
 * That cycle visits no progress label.
 * With 4 processors there are 84,038,777 states, in 3,507,411 orbits; with --steps full 31,743,257 in 1,327,316.
 *
 * configuration  verdict      states     plain
 * -D N=2         verified        547       547
 * -D N=3         verified     108022    108022
 */
/* oracle: -D N=2 ; -D N=3 */
/* cycles: progress violated, fair violated -D N=2 */

#ifndef N
#define N 3
#endif
#if N > 4
#error "a granted message has room for the queue of up to four processors"
#endif
#include "repeat.h"

byte owner[N + 1];  /* owner[p]: the processor that p believes to have the lock; p itself: p has it */
bool locked[N + 1]; /* locked[p]: p has the lock and holds it; otherwise it is there for the asking */
bool mutex[N + 1];  /* mutex[p]: one of the two processes of p is in the middle of something */
byte inside;        /* number of processors in the critical section */

chan request[N + 1] = [N] of { byte };       /* to handle: who wants the lock */
chan granted[N + 1] = [1] of { byte, byte }; /* to acquire: the rest of the queue, padded with 0 */
chan queue[N + 1] = [N] of { byte };         /* requests that wait until p releases the lock */

inline enter(p) { atomic { !mutex[p] -> mutex[p] = true } }
inline leave(p) { mutex[p] = false }

proctype acquire(byte me)
{
	byte next, second, third;

	do
	:: enter(me);
	   if
	   :: owner[me] == me -> locked[me] = true; leave(me)
	   :: else ->
		request[owner[me]]!me;
		leave(me);
		atomic { nempty(granted[me]) && !mutex[me] -> mutex[me] = true };
		atomic {
			granted[me]?next,second;
			owner[me] = me; locked[me] = true;
			if
			:: next != 0 -> queue[me]!next; next = 0
			:: else
			fi;
			if
			:: second != 0 -> queue[me]!second; second = 0
			:: else
			fi
		};
		leave(me)
	   fi;
progress:  atomic { inside++; assert(inside == 1) };
	   inside--;
	   enter(me);
	   if
	   :: empty(queue[me]) -> locked[me] = false
	   :: nempty(queue[me]) ->
		atomic {
			queue[me]?next;
			if
			:: nempty(queue[me]) -> queue[me]?second
			:: empty(queue[me])
			fi;
			if
			:: nempty(queue[me]) -> queue[me]?third
			:: empty(queue[me])
			fi;
			granted[next]!second,third;
			owner[me] = next; locked[me] = false;
			next = 0; second = 0; third = 0
		}
	   fi;
	   leave(me)
	od
}

proctype handle(byte me)
{
	byte who;

end:	do
	:: atomic { nempty(request[me]) && !mutex[me] -> mutex[me] = true };
	   request[me]?who;
	   if
	   :: owner[me] != me -> request[owner[me]]!who
	   :: owner[me] == me && locked[me] -> queue[me]!who
	   :: owner[me] == me && !locked[me] -> atomic { granted[who]!0,0; owner[me] = who }
	   fi;
	   atomic { who = 0; leave(me) }
	od
}

#define FIRST(p)   :: first = p
#define BELIEVE(p) :: owner[p] == 0 -> owner[p] = first
#define START(p)   run acquire(p); run handle(p)

init {
	byte first;

	atomic {
		if
		EACH(N, FIRST, )
		fi;
		d_step {
			do
			EACH(N, BELIEVE, )
			:: else -> break
			od;
			first = 0
		};
		EACH(N, START, ;)
	}
}
