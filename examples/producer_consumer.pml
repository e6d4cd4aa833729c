/* Producers and consumers with a ring buffer of SLOTS slots, two counting semaphores and a lock.
 *
 * Producers may be permuted, and so may consumers. A producer always finds the slot empty, and a consumer always finds
 * it filled.
 *
 * configuration                             verdict      states     plain
 * -D PRODUCERS=1 -D CONSUMERS=1 -D SLOTS=1  verified         20        20
 * -D PRODUCERS=2 -D CONSUMERS=2 -D SLOTS=2  verified       2757      2757
 * -D PRODUCERS=2 -D CONSUMERS=3 -D SLOTS=3  verified      72985     72985
 * -D PRODUCERS=3 -D CONSUMERS=3 -D SLOTS=3  verified     619117    619117
 * -D PRODUCERS=3 -D CONSUMERS=3 -D SLOTS=4  verified    3816417         -
 */
/* oracle: -D PRODUCERS=1 -D CONSUMERS=1 -D SLOTS=1 ; -D PRODUCERS=2 -D CONSUMERS=2 -D SLOTS=2 ; -D PRODUCERS=2 -D CONSUMERS=3 -D SLOTS=3 */
/* cycles: progress verified, fair verified -D PRODUCERS=2 -D CONSUMERS=2 -D SLOTS=2 */

#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif
#ifndef SLOTS
#define SLOTS 2
#endif
#include "repeat.h"

byte free = SLOTS, filled; /* counting semaphores */
bool mutex;
pid slot[SLOTS];           /* who produced what lies there; 0: nothing */
byte first, last;          /* where to take the next item, and where to put it */

inline down(semaphore) { atomic { semaphore > 0 -> semaphore-- } }
inline up(semaphore)   { semaphore++ }
inline lock()          { atomic { !mutex -> mutex = true } }
inline unlock()        { mutex = false }

proctype producer()
{
	do
	:: down(free);
	   lock();
	   atomic { assert(slot[last] == 0); slot[last] = _pid };
	   last = (last + 1) % SLOTS;
	   unlock();
	   up(filled)
	od
}

proctype consumer()
{
	pid item;

	do
	:: down(filled);
	   lock();
	   atomic { item = slot[first]; assert(item != 0); slot[first] = 0 };
	   first = (first + 1) % SLOTS;
	   unlock();
	   up(free);
progress:  item = 0
	od
}

#define PRODUCE(p) run producer()
#define CONSUME(c) run consumer()

init { atomic { EACH(PRODUCERS, PRODUCE, ;); EACH(CONSUMERS, CONSUME, ;) } }
