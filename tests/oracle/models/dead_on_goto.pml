/* Corner: a local that dies by a goto over its last read
 * expect plain: verified, 105 states, 171 transitions
 * expect spin: verified, 105 states, 171 transitions
 */
byte g;
active [2] proctype P()
{
	byte t;
	t = g + 1;
	if :: g == 1 -> goto over :: g != 1 -> skip fi;
	g = t;
over:	g = 1;
	g = 0
}
