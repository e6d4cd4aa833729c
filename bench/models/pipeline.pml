/* A pipeline: each stage takes an item, works on it, hands it on. */
#ifndef STAGES
#define STAGES 6
#endif
#ifndef ITEMS
#define ITEMS 3
#endif

chan pipe[STAGES] = [1] of { byte };

proctype Source(chan out)
{
	byte i = 1;
	do
	:: i <= ITEMS -> out!i; i++
	:: else -> break
	od
}

proctype Stage(chan inp, out; byte k)
{
	byte x, work;

end:	do
	:: inp?x ->
		work = 0;
		do
		:: work < 2 -> work++
		:: else -> break
		od;
		out!x;
		x = 0; work = 0
	od
}

proctype Sink(chan inp)
{
	byte x, expected = 1;

end:	do
	:: inp?x -> assert(x == expected); expected++; x = 0
	od
}

init {
	byte i;
	atomic {
		run Source(pipe[0]);
		i = 1;
		do
		:: i < STAGES -> run Stage(pipe[i - 1], pipe[i], i); i++
		:: else -> break
		od;
		run Sink(pipe[STAGES - 1])
	}
}
