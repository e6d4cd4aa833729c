/* Electronic mail: N clients that write to each other, or to themselves, and a mailer that passes the mail on.
 *
 * From [markers], Fig. 9. A client has a link with room for one mail; the network has room for two. What a client does
 * is one atomic step: it reads the mail that waits for it, or else sends one to anybody. The mailer takes a mail and
 * looks the link up, waits until the link has room, and forgets the mail again.
 * Any permutation of the N clients, together with their links, is a symmetry. Mail reaches the one it was addressed
 * to.
 *
 * configuration  verdict      states     plain
 * -D N=2         verified        938       938
 * -D N=3         verified      37793     37793
 * -D N=4         verified    1330226         -
 */
/* oracle: -D N=2 ; -D N=3 */

#ifndef N
#define N 3
#endif
#include "repeat.h"

#define MAIL { pid, pid } /* sender, receiver */

#define LINK(p) chan link##p = [1] of MAIL;
EACH(N, LINK, )
chan network = [2] of MAIL;
chan nowhere = [0] of MAIL; /* the value of a link variable that is not in use */

#define ADDRESS(p) :: receiver = p
#define LOOK_UP(p) :: receiver == p -> link = link##p
#define START(p)   run client(link##p)

proctype client(chan link)
{
	pid sender, receiver;

	do
	:: atomic {
		nempty(link) -> link?sender,receiver;
		assert(receiver == _pid);
		sender = 0; receiver = 0
	   }
	:: atomic {
		empty(link) && nfull(network) ->
		if
		EACH(N, ADDRESS, )
		fi;
		network!_pid,receiver;
		receiver = 0
	   }
	od
}

proctype mailer()
{
	pid sender, receiver;
	chan link = nowhere;

	do
	:: atomic {
		network?sender,receiver;
		if
		EACH(N, LOOK_UP, )
		fi
	   };
	   link!sender,receiver;
	   atomic { link = nowhere; sender = 0; receiver = 0 }
	od
}

init { atomic { EACH(N, START, ;); run mailer() } }
