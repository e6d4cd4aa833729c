/* Sliding window, go back n, over two channels that may lose messages. */
#ifndef W
#define W 2
#endif
#define M (W + 1)

chan data = [W] of { byte, bit };
chan acks = [W] of { byte };
bit sent_bit = 0;
byte delivered = 0;

active proctype Sender()
{
	byte base = 0, next = 0, a, seq;
	bit buf[M];

	do
	:: (next + M - base) % M < W ->
		if
		:: buf[next] = 0
		:: buf[next] = 1
		fi;
		data!next(buf[next]);
		next = (next + 1) % M
	:: acks?a ->
		if
		:: (a + M - base) % M < (next + M - base) % M ->
			do
			:: base != (a + 1) % M -> buf[base] = 0; base = (base + 1) % M
			:: else -> break
			od
		:: else
		fi;
		a = 0
	:: timeout ->
		seq = base;
		do
		:: seq != next -> data!seq(buf[seq]); seq = (seq + 1) % M
		:: else -> break
		od;
		seq = 0
	od
}

active proctype Receiver()
{
	byte expected = 0, s;
	bit d;

end:	do
	:: data?s(d) ->
		if
		:: s == expected ->
			delivered = (delivered + 1) % 4;
			expected = (expected + 1) % M
		:: else
		fi;
		acks!((expected + M - 1) % M);
		s = 0; d = 0
	od
}

active proctype Loss()
{
end:	do
	:: data?_(_)
	:: acks?_
	od
}
