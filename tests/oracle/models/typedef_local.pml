/* Corner: a typedef variable local to a process, copied field by field
 * expect plain: verified, 140 states, 215 transitions
 * expect spin: verified, 140 states, 215 transitions
 */
typedef Pair { byte x; byte y }
byte g;
active [2] proctype P()
{
	Pair a, b;
	a.x = _pid + 1;
	a.y = a.x + g;
	b.x = a.y;
	g = b.x;
	b.y = a.x;
	g = (g + b.y) % 5
}
