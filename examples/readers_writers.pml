/* Readers and writers (Courtois, Heymans, Parnas, first problem): the first reader in closes the door, the last one
 * out opens it.
 *
 * Readers may be permuted, and so may writers. Nobody is inside with a writer. Writers may starve.
 *
 * configuration              verdict      states     plain
 * -D READERS=2 -D WRITERS=1  verified         96        96
 * -D READERS=3 -D WRITERS=2  verified        437       437
 * -D READERS=6 -D WRITERS=3  verified      41198     41198
 * -D READERS=9 -D WRITERS=3  verified    3801440         -
 */
/* oracle: -D READERS=2 -D WRITERS=1 ; -D READERS=3 -D WRITERS=2 ; -D READERS=6 -D WRITERS=3 */
/* cycles: progress violated, fair violated -D READERS=2 -D WRITERS=1 */

#ifndef READERS
#define READERS 3
#endif
#ifndef WRITERS
#define WRITERS 2
#endif
#include "repeat.h"

bool mutex;             /* protects readers */
bool door;              /* closed (true) by a writer, or by the first of the readers */
byte readers;           /* readers that have entered or are about to */
byte reading, writing;  /* who is really inside: for the assertions only */

inline lock(semaphore)   { atomic { !semaphore -> semaphore = true } }
inline unlock(semaphore) { semaphore = false }

proctype reader()
{
	do
	:: lock(mutex);
	   readers++;
	   if
	   :: readers == 1 -> lock(door)
	   :: else
	   fi;
	   unlock(mutex);
	   atomic { reading++; assert(writing == 0) };
progress:  reading--;
	   lock(mutex);
	   readers--;
	   if
	   :: readers == 0 -> unlock(door)
	   :: else
	   fi;
	   unlock(mutex)
	od
}

proctype writer()
{
	do
	:: lock(door);
	   atomic { writing++; assert(writing == 1 && reading == 0) };
	   writing--;
	   unlock(door)
	od
}

#define READ(p) run reader()
#define WRITE(p) run writer()

init { atomic { EACH(READERS, READ, ;); EACH(WRITERS, WRITE, ;) } }
