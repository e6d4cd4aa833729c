/* Corner: nested unless: the inner escape goes first, then the outer
 * expect plain: verified, 61 states, 102 transitions
 * expect spin: verified, 37 states, 61 transitions
 */
byte a;
byte x;
active proctype P()
{
	{
		{ x = 1; x = 2; x = 3 } unless { a == 1 -> x = 4; x = 5 }
	} unless { a == 2 -> x = 6 };
	x = 7
}
active proctype Q() { a = 1; a = 2; a = 0 }
