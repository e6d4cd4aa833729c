/* A database, servers that pass on what they are asked, and clients that ask one server each.
 *
 * From [detection], Table 2, "three-tiered architecture". S1, S2, S3, S4 say how many clients each server has; 0: no
 * such server.
 * The configuration named 3-3-2 is -D S1=3 -D S2=3 -D S3=2 (and the default), 5-5-5-5 is -D S1=5 -D S2=5 -D S3=5 -D
 * S4=5.
 * All channels are rendezvous channels. Clients of one server may be permuted, and servers with equally many clients,
 * too: 144 symmetries for 3-3-2, 1296 for 3-3-3, 6912 for 4-4-3, 82944 for 4-4-4, 4976640000 for 5-5-5-5.
 * Every answer reaches the one who asked, and no run gets stuck.
 *
 * configuration            verdict      states     plain
 * -D S1=1 -D S2=1          verified        121       121
 * -D S1=2 -D S2=1          verified        405       405
 * -D S1=2 -D S2=2          verified       1361      1361
 * -D S1=2 -D S2=2 -D S3=1  verified      10961     10961
 * -D S1=3 -D S2=3 -D S3=2  verified     290305    290305
 * -D S1=3 -D S2=3 -D S3=3  verified     815361         -
 * -D S1=4 -D S2=4 -D S3=3  verified    5409793         -
 */
/* oracle: -D S1=1 -D S2=1 ; -D S1=2 -D S2=1 ; -D S1=2 -D S2=2 ; -D S1=2 -D S2=2 -D S3=1 */

#ifndef S1
#define S1 3
#define S2 3
#define S3 2
#endif
#ifndef S2
#define S2 0
#endif
#ifndef S3
#define S3 0
#endif
#ifndef S4
#define S4 0
#endif
#include "repeat.h"

mtype = { request, data };

#define REQUESTS { mtype, pid, chan } /* request, who asks, where to answer */
#define ANSWERS  { mtype, pid }       /* data, who asked */

chan to_database = [0] of REQUESTS;
chan nowhere = [0] of ANSWERS; /* the value of a link variable that is not in use */

#define SERVER_LINKS(s) \
	chan to_server##s = [0] of REQUESTS; \
	chan from_database##s = [0] of ANSWERS
#define CLIENT_OF_1(c) chan answer1_##c = [0] of ANSWERS;
#define CLIENT_OF_2(c) chan answer2_##c = [0] of ANSWERS;
#define CLIENT_OF_3(c) chan answer3_##c = [0] of ANSWERS;
#define CLIENT_OF_4(c) chan answer4_##c = [0] of ANSWERS;

SERVER_LINKS(1);
EACH(S1, CLIENT_OF_1, )
#if S2 > 0
SERVER_LINKS(2);
EACH(S2, CLIENT_OF_2, )
#endif
#if S3 > 0
SERVER_LINKS(3);
EACH(S3, CLIENT_OF_3, )
#endif
#if S4 > 0
SERVER_LINKS(4);
EACH(S4, CLIENT_OF_4, )
#endif

proctype client(chan to_server, answer)
{
	bool wants;
	pid who;

	do
	:: wants = true;
	   to_server!request,_pid,answer;
	   atomic { answer?data,who; assert(who == _pid); who = 0; wants = false }
	od
}

proctype server(chan in, from_database)
{
	chan asker = nowhere;
	pid who;

	do
	:: in?request,who,asker;
	   to_database!request,_pid,from_database;
	   from_database?data,eval(_pid);
	   asker!data,who;
	   atomic { asker = nowhere; who = 0 }
	od
}

proctype database()
{
	chan asker = nowhere;
	pid who;

	do
	:: to_database?request,who,asker;
	   asker!data,who;
	   atomic { asker = nowhere; who = 0 }
	od
}

#define START_1(c) run client(to_server1, answer1_##c);
#define START_2(c) run client(to_server2, answer2_##c);
#define START_3(c) run client(to_server3, answer3_##c);
#define START_4(c) run client(to_server4, answer4_##c);

init {
	atomic {
		run database();
		run server(to_server1, from_database1);
		EACH(S1, START_1, )
#if S2 > 0
		run server(to_server2, from_database2);
		EACH(S2, START_2, )
#endif
#if S3 > 0
		run server(to_server3, from_database3);
		EACH(S3, START_3, )
#endif
#if S4 > 0
		run server(to_server4, from_database4);
		EACH(S4, START_4, )
#endif
	}
}
