/* Lamport's bakery: N customers who draw tickets, looking at one another one at a time.
 *
 * Tickets are numbered up to TICKETS; a customer that would need a higher one waits.
 * Two customers with the same ticket are served in the order of their process ids, so that no permutation of them is a
 * symmetry.
 * Mutual exclusion holds, and no run gets stuck.
 *
 * configuration        verdict      states     plain
 * -D N=2               verified       4318      4517
 * -D N=2 -D TICKETS=8  verified       9082      9453
 * -D N=3 -D TICKETS=2  verified     166977    178632
 * -D N=3 -D TICKETS=3  verified     346408    366504
 * -D N=3 -D TICKETS=6  verified    1149795         -
 */
/* oracle: -D N=2 ; -D N=2 -D TICKETS=8 ; -D N=3 -D TICKETS=2 */
/* cycles: progress violated, fair violated -D N=2 */

#ifndef N
#define N 2
#endif
#ifndef TICKETS
#define TICKETS 4
#endif

bool choosing[N];
byte ticket[N]; /* 0: not in the queue */
byte inside;

active [N] proctype customer()
{
	byte j, highest;

	do
	:: choosing[_pid] = true;
	   j = 0; highest = 0;
	   do
	   :: j < N ->
		highest = (ticket[j] > highest -> ticket[j] : highest);
		j++
	   :: else -> break
	   od;
	   if
	   :: highest < TICKETS -> ticket[_pid] = highest + 1
	   :: else -> choosing[_pid] = false; goto again /* out of tickets: try later */
	   fi;
	   choosing[_pid] = false;
	   j = 0;
	   do
	   :: j < N ->
		!choosing[j];
		ticket[j] == 0 || ticket[j] > ticket[_pid] || (ticket[j] == ticket[_pid] && j >= _pid);
		j++
	   :: else -> break
	   od;
	   atomic { inside++; assert(inside == 1) };
progress:  inside--;
	   ticket[_pid] = 0;
again:	   j = 0; highest = 0
	od
}
