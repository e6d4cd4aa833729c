/* Corner: for over a range of constants and over a range of expressions; the bounds are evaluated anew
 * expect plain: verified, 107 states, 166 transitions
 * expect spin: verified, 107 states, 166 transitions
 */
byte sum;
byte top = 2;
active proctype P()
{
	byte i;
	for (i : 1 .. 3) { sum = sum + i }
	for (i : top .. top + 1) { sum++ }
	assert(i > top);
	for (i : top .. 1) { assert(false) }
}
active proctype Q() { top++ }
