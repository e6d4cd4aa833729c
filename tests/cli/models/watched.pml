/* Three lamps, and what is said about them. */
bool lit[4];

proctype lamp()
{
	do
	:: lit[_pid] = !lit[_pid]
	od
}

init { atomic { run lamp(); run lamp(); run lamp() } }

ltl some { [] <> (lit[1] || lit[2] || lit[3]) }
ltl first { [] (lit[1] -> <> !lit[1]) }
