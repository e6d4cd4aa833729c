/* The alternating bit protocol over channels that lose messages.
 *
 * The sender repeats a value, tagged with a bit, until the same bit comes back, and then goes on to the next value
 * with the other bit.
 * The receiver repeats the bit of the value it took last. A thief may take any message out of the channels, which hold
 * BUFFER each.
 * Values count modulo VALUES, so that the receiver notices one that is lost, doubled or out of turn. It never does.
 * Nothing but fairness makes the receiver get on: without it the thief may take everything.
 *
 * configuration            verdict      states     plain
 * -D BUFFER=1              verified        756       742
 * -D BUFFER=2              verified       2322      2163
 * -D BUFFER=3 -D VALUES=4  verified       3380      3112
 * -D BUFFER=5              verified      15372     13134
 */
/* oracle: -D BUFFER=1 ; -D BUFFER=2 ; -D BUFFER=3 -D VALUES=4 ; -D BUFFER=5 */
/* cycles: progress violated, fair violated -D BUFFER=1 */

#ifndef BUFFER
#define BUFFER 2
#endif
#ifndef VALUES
#define VALUES 3
#endif

chan data = [BUFFER] of { byte, bit }; /* value, alternating bit */
chan ack = [BUFFER] of { bit };

active proctype sender()
{
	byte value;
	bit turn, seen;

	do
	:: data!value,turn
	:: ack?seen ->
	   if
	   :: seen == turn -> value = (value + 1) % VALUES; turn = 1 - turn
	   :: else
	   fi
	od
}

active proctype receiver()
{
	byte expected, value;
	bit turn, seen;

	do
	:: data?value,seen ->
	   if
	   :: seen == turn ->
		assert(value == expected);
progress:	expected = (expected + 1) % VALUES;
		turn = 1 - turn
	   :: else
	   fi;
	   value = 0
	:: ack!1 - turn
	od
}

active proctype thief()
{
	do
	:: data?_,_
	:: ack?_
	od
}
