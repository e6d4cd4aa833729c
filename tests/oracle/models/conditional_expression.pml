/* Corner: (c -> a : b) in assignments, conditions and arguments, nested
 * expect plain: verified, 33 states, 41 transitions
 * expect spin: verified, 33 states, 41 transitions
 */
byte x;
byte y;
chan c = [1] of { byte };
active proctype P()
{
	x = (y > 0 -> 5 : 2);
	(x == 5 -> y == 1 : true);
	c!(x > 3 -> (y -> 7 : 8) : 9);
	x = (x == 2 -> (y == 0 -> 1 : 3) : 4)
}
active proctype Q() { byte v; y = 1; c?v; assert(v == 7 || v == 9) }
