/* Two people write to each other, or to themselves: the last letter that each has got. */
pid letter[3];

proctype person()
{
	do
	:: atomic { letter[_pid] == 0 -> if :: letter[_pid] = 1 :: letter[_pid] = 2 fi }
	:: atomic { letter[_pid] == _pid -> letter[_pid] = 0 } /* from oneself */
	:: atomic { letter[_pid] != _pid && letter[_pid] != 0 -> letter[_pid] = 0 }
	od
}

init { atomic { run person(); run person() } }
