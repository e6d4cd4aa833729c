/* Corner: unless after a single statement, in a sequence and as an option of do
 * expect plain: verified, 44 states, 69 transitions
 * expect spin: verified, 44 states, 69 transitions
 */
byte x;
bool e;
active proctype P()
{
	do
	:: x < 2 -> x++ unless { e -> x = 5 }
	:: x >= 2 -> break
	od;
	(x == 9) unless (x >= 5 || timeout);
	x = 0
}
active proctype Q() { e = true; e = false }
