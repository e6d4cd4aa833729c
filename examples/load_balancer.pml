/* Servers, load balancers, and CLIENTS clients for each balancer, one of them blocked.
 *
 * From [detection], Fig. 6, in Promela proper. A client sends its id and its answer channel to its balancer. The
 * balancer tells the blocked client that it is denied, and hands every other answer channel over to a server with a
 * shortest queue; the server answers.
 * As in the figure there are 3 servers (processes 1 to 3), 3 balancers (4 to 6) with 2 clients each (7 to 12), and
 * client 9 is blocked. Then the static channel diagram has 288 automorphisms, S3 x (S2 wr S3), and 48 of them are
 * valid: those that keep 9.
 * BLOCKED must be the process id of a client: give it whenever another number is changed. Only the blocked client is
 * ever denied.
 *
 * configuration                                          verdict      states     plain
 * -D SERVERS=1 -D BALANCERS=1 -D BLOCKED=3               verified        106       106
 * -D SERVERS=2 -D BALANCERS=1 -D BLOCKED=4               verified        277       277
 * -D SERVERS=2 -D BALANCERS=2 -D CLIENTS=1 -D BLOCKED=5  verified        449       449
 * -D SERVERS=3 -D BALANCERS=3 -D CLIENTS=1 -D BLOCKED=8  verified      52417     52417
 * -D SERVERS=2 -D BALANCERS=2 -D BLOCKED=5               verified     105133    105133
 * -D SERVERS=3 -D BALANCERS=2 -D BLOCKED=6               verified     646765    646765
 */
/* oracle: -D SERVERS=1 -D BALANCERS=1 -D BLOCKED=3 ; -D SERVERS=2 -D BALANCERS=1 -D BLOCKED=4 ; -D SERVERS=2 -D BALANCERS=2 -D CLIENTS=1 -D BLOCKED=5 ; -D SERVERS=3 -D BALANCERS=3 -D CLIENTS=1 -D BLOCKED=8 ; -D SERVERS=2 -D BALANCERS=2 -D BLOCKED=5 */

#ifndef SERVERS
#define SERVERS 3
#endif
#ifndef BALANCERS
#define BALANCERS 3
#endif
#ifndef CLIENTS
#define CLIENTS 2
#endif
#ifndef BLOCKED
#define BLOCKED 9
#endif
#if SERVERS > 3 || BALANCERS > 3
#error "at most three servers and three load balancers"
#endif
#if BLOCKED <= SERVERS + BALANCERS || BLOCKED > SERVERS + BALANCERS + BALANCERS * CLIENTS
#error "BLOCKED must be the process id of a client"
#endif
#include "repeat.h"

mtype = { denied, served };

#define ANSWERS  { mtype }
#define REQUESTS { pid, chan } /* who asks, where to answer */

pid blocked = BLOCKED;
chan nowhere = [0] of ANSWERS; /* the value of a link variable that is not in use */

#define SERVER(s)    chan server##s = [3] of { chan };
#define BALANCER(b)  chan balancer##b = [1] of REQUESTS;
#define CLIENT_OF_1(c) chan answer1_##c = [1] of ANSWERS;
#define CLIENT_OF_2(c) chan answer2_##c = [1] of ANSWERS;
#define CLIENT_OF_3(c) chan answer3_##c = [1] of ANSWERS;

EACH(SERVERS, SERVER, )
EACH(BALANCERS, BALANCER, )
EACH(CLIENTS, CLIENT_OF_1, )
#if BALANCERS > 1
EACH(CLIENTS, CLIENT_OF_2, )
#endif
#if BALANCERS > 2
EACH(CLIENTS, CLIENT_OF_3, )
#endif

proctype server(chan in)
{
	chan asker = nowhere;

	do
	:: in?asker;
	   asker!served;
	   asker = nowhere
	od
}

#define NO_LONGER(s, t) len(server##s) <= len(server##t)
#if SERVERS == 1
#define SHORTEST(s)  NO_LONGER(s, 1)
#elif SERVERS == 2
#define SHORTEST(s)  NO_LONGER(s, 1) && NO_LONGER(s, 2)
#else
#define SHORTEST(s)  NO_LONGER(s, 1) && NO_LONGER(s, 2) && NO_LONGER(s, 3)
#endif
#define HAND_OVER(s) :: atomic { SHORTEST(s) && nfull(server##s) -> server##s!asker }

proctype balancer(chan in)
{
	pid who;
	chan asker = nowhere;

	do
	:: in?who,asker;
	   if
	   :: who == blocked -> asker!denied
	   :: who != blocked ->
		if
		EACH(SERVERS, HAND_OVER, )
		fi
	   fi;
	   atomic { who = 0; asker = nowhere }
	od
}

proctype client(chan to_balancer, in)
{
	do
	:: to_balancer!_pid,in;
	   if
	   :: atomic { in?denied -> assert(_pid == blocked) }
	   :: atomic { in?served -> assert(_pid != blocked) }
	   fi
	od
}

#define START_SERVER(s)   run server(server##s);
#define START_BALANCER(b) run balancer(balancer##b);
#define START_1(c) run client(balancer1, answer1_##c);
#define START_2(c) run client(balancer2, answer2_##c);
#define START_3(c) run client(balancer3, answer3_##c);

init {
	atomic {
		EACH(SERVERS, START_SERVER, )
		EACH(BALANCERS, START_BALANCER, )
		EACH(CLIENTS, START_1, )
#if BALANCERS > 1
		EACH(CLIENTS, START_2, )
#endif
#if BALANCERS > 2
		EACH(CLIENTS, START_3, )
#endif
	}
}
