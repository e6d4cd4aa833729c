/* Corner: set_priority, get_priority and _priority change who may move
 * expect plain: verified, 22 states, 26 transitions
 * expect spin: verified, 22 states, 26 transitions
 */
byte x;
byte seen;
active proctype A() priority 2
{
	seen = get_priority(_pid);
	x++;
	_priority = 1;
	x++;
	assert(get_priority(_pid) == 1)
}
active proctype B() priority 1
{
	x++;
	set_priority(_pid, 5);
	x = x + 2;
	x++
}
