/* Corner: branches of different length that meet again
 * expect plain: verified, 230 states, 443 transitions
 * expect spin: verified, 57 states, 115 transitions
 */
byte g;
active [2] proctype P()
{
	byte a; byte b;
	if
	:: a = 1; b = 1
	:: a = 2
	:: b = 3; a = b; b = 0; a = a + 1
	fi;
	a = a + b;
	g = a
}
