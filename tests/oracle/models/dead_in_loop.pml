/* Corner: a local read in a loop and dead after it
 * expect plain: verified, 129 states, 229 transitions
 * expect spin: verified, 129 states, 229 transitions
 */
byte g;
active [2] proctype P()
{
	byte i;
	do :: i < 2 -> g = (g + i) % 3; i++ :: i >= 2 -> break od;
	g = 0;
	g = 1
}
