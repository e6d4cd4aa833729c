/* Corner: pid variables hold what run returns
 * expect plain: verified, 38 states, 61 transitions
 * expect spin: verified, 15 states, 23 transitions
 */
pid who[3];
proctype W() { who[_pid % 3] = _pid }
init {
	pid a;
	a = run W();
	assert(a == 1);
	a = run W();
	assert(a == 2 || a == 1);
	(who[1] > 0 || who[2] > 0)
}
