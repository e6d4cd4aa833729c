/* Leader election in a ring that is one-way (Chang and Roberts), with the numbers 1 to N dealt out in any order.
 *
 * Every member sends its number. A number that meets a larger one is dropped; the largest comes back to its owner,
 * which then leads and lets all others know. In any arrangement exactly one leader is found, it has the number N, and
 * all members learn of it and end.
 * Rotating the ring, numbers and all, is a symmetry, except for the end as SPIN has it: of the processes that have
 * finished only the one created last can go. With --steps full they stay, and the rotations are found.
 *
 * configuration  verdict      states     plain
 * -D N=2         verified         60        61
 * -D N=3         verified        534       568
 * -D N=4         verified       8129      8457
 * -D N=5         verified     169739    172452
 * -D N=6         verified    4339170         -
 */
/* oracle: -D N=2 ; -D N=3 ; -D N=4 ; -D N=5 */

#ifndef N
#define N 4
#endif

mtype = { candidate, elected };

chan ring[N] = [N] of { mtype, byte };
byte leaders;    /* how many processes think they lead */
byte leader;     /* the number of the first of them */

proctype member(chan in, out; byte number)
{
	byte other;

	out!candidate,number;
	do
	:: in?candidate,other ->
	   if
	   :: other > number -> out!candidate,other
	   :: other < number
	   :: other == number ->
		atomic { leaders++; leader = number; assert(leaders == 1 && number == N) };
		out!elected,number
	   fi
	:: in?elected,other ->
	   assert(other == leader);
	   if
	   :: other != number -> out!elected,other
	   :: other == number
	   fi;
	   break
	od
}

init {
	bool given[N + 1];
	byte place, number;

	atomic {
		for (place : 0 .. N - 1) {
			select(number : 1 .. N);
			do
			:: given[number] -> number = number % N + 1
			:: else -> break
			od;
			given[number] = true;
			run member(ring[place], ring[(place + 1) % N], number)
		}
	}
}
