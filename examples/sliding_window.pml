/* A sliding window protocol (go back N) over channels that lose messages.
 *
 * The sender may be WINDOW values ahead of what was acknowledged; after a time-out it sends them all again. Messages
 * carry a number modulo MODULUS. The receiver takes values in turn only, and acknowledges the last one it took. A
 * thief may take any message out of the channels, which hold BUFFER each. With more numbers than the window is wide
 * (the default is one more) the receiver gets every value once, in order. With two numbers and a window of two it
 * takes an old value for a new one.
 *
 * configuration                         verdict      states     plain
 * -D WINDOW=1                           verified       4748      8488
 * -D WINDOW=2                           verified      33012     58434
 * -D WINDOW=2 -D BUFFER=1               verified       9584     15840
 * -D WINDOW=3 -D BUFFER=3               verified     314064    563128
 * -D WINDOW=4 -D BUFFER=4               verified    2059474         -
 * -D WINDOW=2 -D MODULUS=2 -D BUFFER=1  assertion      9980     16600
 * -D WINDOW=2 -D MODULUS=2              assertion     59864    107808
 */
/* oracle: -D WINDOW=1 ; -D WINDOW=2 ; -D WINDOW=2 -D BUFFER=1 ; -D WINDOW=2 -D MODULUS=2 -D BUFFER=1 ; -D WINDOW=2 -D MODULUS=2 */
/* cycles: progress violated, fair violated -D WINDOW=1 */

#ifndef WINDOW
#define WINDOW 2
#endif
#ifndef MODULUS
#define MODULUS (WINDOW + 1)
#endif
#ifndef BUFFER
#define BUFFER 2
#endif

/* Values are sequence numbers modulo VALUES: enough of them to notice a value that is lost, doubled or late. */
#define VALUES (2 * MODULUS)

chan data = [BUFFER] of { byte, byte }; /* sequence number, value */
chan ack = [BUFFER] of { byte };        /* sequence number of the last value taken */

#define DISTANCE(a, b) ((b + MODULUS - a) % MODULUS)

active proctype sender()
{
	byte oldest, fresh; /* first value not acknowledged, and first not sent; modulo VALUES */
	byte again;         /* how many of the values in the window to send once more */
	byte n;

	do
	:: (fresh + VALUES - oldest) % VALUES < WINDOW ->
	   data!fresh % MODULUS,fresh;
	   fresh = (fresh + 1) % VALUES
	:: fresh != oldest -> /* time-out: go back to the oldest */
	   again = oldest;
	   do
	   :: again != fresh ->
		data!again % MODULUS,again;
		again = (again + 1) % VALUES
	   :: else -> again = 0; break
	   od
	:: ack?n ->
	   n = DISTANCE(oldest % MODULUS, (n + 1) % MODULUS); /* how many values this acknowledges */
	   if
	   :: n <= (fresh + VALUES - oldest) % VALUES -> oldest = (oldest + n) % VALUES
	   :: else
	   fi;
	   n = 0
	od
}

active proctype receiver()
{
	byte expected, number, value;

	do
	:: data?number,value ->
	   if
	   :: number == expected % MODULUS ->
		assert(value == expected);
progress:	expected = (expected + 1) % VALUES
	   :: else
	   fi;
	   number = 0; value = 0;
	   ack!(expected + VALUES - 1) % MODULUS
	od
}

active proctype thief()
{
	do
	:: data?_,_
	:: ack?_
	od
}
