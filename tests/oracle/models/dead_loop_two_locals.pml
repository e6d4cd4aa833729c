/* Corner: two locals that live in turns in a loop
 * expect plain: verified, 889 states, 1744 transitions
 * expect spin: verified, 889 states, 1744 transitions
 */
byte g;
active [2] proctype P()
{
	byte a; byte b;
	do
	:: a = g; b = a + 1; g = b % 4
	:: g == 3 -> break
	od
}
