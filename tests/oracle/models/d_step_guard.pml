/* Corner: a d_step is executable when its first statement is, even as an option of a choice
 * expect plain: verified, 14 states, 17 transitions
 * expect spin: verified, 14 states, 17 transitions
 */
byte x;
active proctype P()
{
	do
	:: d_step { x == 1 -> x = 2; x = 3 }
	:: d_step { x == 0 -> x++ }
	:: else -> break
	od
}
active proctype Q() { d_step { x > 0; x = x * 2 } }
