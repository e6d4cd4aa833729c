/* Corner: unsigned x : n keeps n bits
 * expect plain: violated (assertion), 224 states, 365 transitions, 9 errors
 * expect spin: violated (assertion), 175 states, 287 transitions, 6 errors
 */
unsigned a : 3 = 5;
unsigned b : 1;
unsigned c : 12;
active proctype P()
{
	do
	:: a != 1 -> a++; b = a; c = c + 1000
	:: else -> break
	od;
	assert(c == 4000)
}
active proctype Q() { a = a + 9; assert(a < 8) }
