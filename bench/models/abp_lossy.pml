/* Alternating bit over two lossy links, with a user at either end. */
mtype = { msg, ack };
chan in = [1] of { byte };
chan out = [1] of { byte };
chan to_link = [1] of { mtype, byte, bit };
chan from_link = [1] of { mtype, byte, bit };
chan to_back = [1] of { mtype, bit };
chan from_back = [1] of { mtype, bit };

active proctype Producer()
{
	byte x = 0;
	do
	:: in!x; x = (x + 1) % 3
	od
}

active proctype Sender()
{
	bit s = 0, r;
	byte d;

	do
	:: in?d;
again:		to_link!msg(d, s);
		do
		:: from_back?ack(r) ->
			if
			:: r == s -> s = 1 - s; d = 0; r = 0; break
			:: else -> r = 0
			fi
		:: timeout -> goto again
		od
	od
}

active proctype Link()
{
	byte d;
	bit b;

end:	do
	:: to_link?msg(d, b);
		if
		:: from_link!msg(d, b)
		:: skip
		fi;
		d = 0; b = 0
	od
}

active proctype Back()
{
	bit b;

end:	do
	:: to_back?ack(b);
		if
		:: from_back!ack(b)
		:: skip
		fi;
		b = 0
	od
}

active proctype Receiver()
{
	bit expect = 0, b;
	byte d;

end:	do
	:: from_link?msg(d, b);
		if
		:: b == expect -> out!d; expect = 1 - expect
		:: else
		fi;
		to_back!ack(b);
		d = 0; b = 0
	od
}

active proctype Consumer()
{
	byte x = 0, y;
end:	do
	:: out?y -> assert(x == y); x = (x + 1) % 3; y = 0
	od
}
