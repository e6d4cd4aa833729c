/* The link layer of a serial bus: nodes ask an arbiter for the bus, send a
 * packet, the addressed node acknowledges, the bus may damage either. */
#ifndef N
#define N 3
#endif

mtype = { request, grant, deny, head, broken, good, bad, gap };
chan arb = [1] of { mtype, byte };
chan answer[N] = [1] of { mtype };
chan bus_in = [1] of { mtype, byte, byte };
chan bus_out[N] = [1] of { mtype, byte };
chan confirm[N] = [1] of { mtype };
chan order[N] = [1] of { byte };
byte sent, received;

active [N] proctype Link()
{
	byte dest, from;
	mtype m;

end:	do
	:: order[_pid]?dest ->
		arb!request(_pid);
		answer[_pid]?m;
		if
		:: m == grant ->
			bus_in!head(dest, _pid);
			do
			:: confirm[_pid]?m -> break
			:: bus_out[_pid]?m(from) -> from = 0
			od;
			if
			:: m == good -> sent = (sent + 1) % 2
			:: else
			fi;
			arb!gap(_pid)
		:: else
		fi;
		m = 0; dest = 0
	:: bus_out[_pid]?m(from) ->
		if
		:: m == head -> received = (received + 1) % 2; confirm[from]!good
		:: else -> confirm[from]!bad
		fi;
		m = 0; from = 0
	od
}

active proctype Arbiter()
{
	bool busy;
	byte who;

end:	do
	:: arb?request(who) ->
		if
		:: busy -> answer[who]!deny
		:: else -> busy = true; answer[who]!grant
		fi;
		who = 0
	:: arb?gap(_) -> busy = false
	od
}

active proctype Bus()
{
	mtype m;
	byte d, f;

end:	do
	:: bus_in?m(d, f) ->
		if
		:: bus_out[d]!m(f)
		:: bus_out[d]!broken(f)
		fi;
		m = 0; d = 0; f = 0
	od
}

active proctype User0() { byte left = 2; do :: left > 0 -> order[0]!1; left-- :: else -> break od }
active proctype User1() { byte left = 1; do :: left > 0 -> order[1]!2; left-- :: else -> break od }
active proctype User2() { byte left = 1; do :: left > 0 -> order[2]!0; left-- :: else -> break od }
