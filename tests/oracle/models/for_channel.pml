/* Corner: for (m in channel) goes round all messages once
 * expect plain: violated (assertion), 62 states, 99 transitions, 2 errors
 * expect spin: violated (assertion), 61 states, 98 transitions, 2 errors
 */
typedef M { byte b; bit f }
chan c = [3] of { M };
byte sum;
active proctype P()
{
	M m;
	m.b = 3; m.f = 1;
	c!m;
	m.b = 4;
	c!m;
	for (m in c) { sum = sum + m.b + m.f }
	assert(len(c) == 2 && sum == 9)
}
active proctype Q() { if :: len(c) == 2 -> sum++ :: timeout fi }
