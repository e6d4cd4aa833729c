/* A notification service: publishers send to a broker, which copies each
 * message to the queue of every subscriber that has joined. */
#ifndef PUBS
#define PUBS 2
#endif
#ifndef SUBS
#define SUBS 2
#endif
#ifndef EVENTS
#define EVENTS 2
#endif

mtype = { publish, subscribe, unsubscribe };
chan to_broker = [2] of { mtype, byte, byte };
chan ack[SUBS] = [1] of { bit };
chan inbox[SUBS] = [2] of { byte };
bool joined[SUBS];

active [PUBS] proctype Publisher()
{
	byte n = 0;
	byte me = _pid + 1;

	do
	:: n < EVENTS -> n++; to_broker!publish(me, n)
	:: else -> break
	od
}

active proctype Broker()
{
	byte who, what, i;

end:	do
	:: to_broker?publish(who, what) ->
		i = 0;
		do
		:: i < SUBS ->
			if
			:: joined[i] -> inbox[i]!what
			:: else
			fi;
			i++
		:: else -> break
		od;
		i = 0; who = 0; what = 0
	:: to_broker?subscribe(who, _) -> joined[who] = true; ack[who]!1; who = 0
	:: to_broker?unsubscribe(who, _) -> joined[who] = false; ack[who]!0; who = 0
	od
}

active [SUBS] proctype Subscriber()
{
	byte id = _pid - PUBS - 1;
	byte got, last;
	bit a;

	to_broker!subscribe(id, 0);
	ack[id]?a;
	assert(a == 1);
end:	do
	:: inbox[id]?got ->
		assert(got <= EVENTS);
		last = got; got = 0
	:: last == EVENTS ->
		to_broker!unsubscribe(id, 0);
		break
	od;
	do
	:: inbox[id]?got -> got = 0
	:: ack[id]?a -> break
	od
}
