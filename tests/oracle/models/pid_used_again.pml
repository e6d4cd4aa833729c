/* Corner: the number of a process that died is used again, if it died before the next one was created
 * expect plain: violated (assertion), 25 states, 39 transitions, 3 errors
 * expect spin: violated (assertion), 15 states, 19 transitions, 1 errors
 */
proctype A(byte a)
{
	a = 0
}

init {
	byte k;

	run A(1);
	k = run A(1);
	assert(k != 1)
}
