/* Corner: bit and bool keep one bit of what is assigned
 * expect plain: verified, 121 states, 207 transitions
 * expect spin: verified, 121 states, 207 transitions
 */
bit b;
bool t;
byte v;
active proctype P()
{
	do
	:: v < 6 -> v++; b = v; t = v; assert(b == v % 2 && t == v % 2)
	:: else -> break
	od
}
active proctype Q() { do :: b && t -> break :: !b -> skip od }
