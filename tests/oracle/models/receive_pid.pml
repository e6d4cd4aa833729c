/* Corner: what is received into _pid is the _pid of the process from then on; pan revives the dead with their
 * first one, and does not compare it, so nobody dies here and only one value is received
 * expect plain: violated (deadlock), 34 states, 48 transitions, 4 errors
 * expect spin: violated (deadlock), 27 states, 42 transitions, 2 errors
 */
chan c = [1] of { byte, byte };
byte g, h;
active [2] proctype P()
{
	if
	:: _pid == 1 -> c!0,7
	:: else
	fi;
	g = _pid;
	c?0,_pid;
	h = _pid;
	g = h;
end:	false
}
