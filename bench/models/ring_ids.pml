/* Leader election on a one-way ring, each node with an id of its own
 * (Dolev, Klawe, Rodeh). Asynchronous channels, no symmetry. */
#ifndef N
#define N 6
#endif
#define L 10

mtype = { one, two, winner };
chan q[N] = [L] of { mtype, byte };
byte nr_leaders = 0;

proctype node(chan inp, out; byte mynumber)
{
	bit active_ = 1, know_winner = 0;
	byte nr, maximum = mynumber, neighbour;

	out!one(mynumber);
end:	do
	:: inp?one(nr) ->
		if
		:: active_ ->
			if
			:: nr != maximum ->
				out!two(nr);
				neighbour = nr
			:: else ->
				know_winner = 1;
				out!winner(nr)
			fi
		:: else -> out!one(nr)
		fi
	:: inp?two(nr) ->
		if
		:: active_ ->
			if
			:: neighbour > nr && neighbour > maximum ->
				maximum = neighbour;
				out!one(neighbour)
			:: else -> active_ = 0
			fi
		:: else -> out!two(nr)
		fi
	:: inp?winner(nr) ->
		if
		:: know_winner
		:: else -> out!winner(nr)
		fi;
		if
		:: nr == mynumber ->
			nr_leaders++;
			assert(nr_leaders == 1)
		:: else
		fi;
		break
	od
}

init {
	byte i = 0;
	atomic {
		do
		:: i < N ->
			run node(q[i], q[(i + 1) % N], (N + 1 - i) % N + 1);
			i++
		:: else -> break
		od
	}
}
