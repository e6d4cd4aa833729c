/* Corner: a whole typedef as one field of a message
 * expect plain: verified, 19 states, 25 transitions
 * expect spin: verified, 15 states, 19 transitions
 */
typedef Msg { byte a; bit b; short c[2] }
chan q = [2] of { Msg, byte };
active proctype S() { Msg m; m.a = 3; m.c[1] = -5; q!m, 1; m.a = 4; m.b = 1; q!m, 2 }
active proctype R()
{
	Msg r;
	byte n;
	q?r, n;
	assert(r.a == 3 && r.c[1] == -5 && n == 1);
	q?r, n;
	assert(r.b && r.a == 4)
}
