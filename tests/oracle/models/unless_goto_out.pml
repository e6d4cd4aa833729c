/* Corner: goto out of the main part and out of the escape part
 * expect plain: verified, 52 states, 75 transitions
 * expect spin: verified, 52 states, 75 transitions
 */
byte x;
bool e;
active proctype P()
{
	{ do :: x < 3 -> x++ :: x == 2 -> goto out od } unless { e -> if :: x > 1 -> goto out :: x <= 1 -> x = 7 fi };
	x = 8;
out:	x = x + 10
}
active proctype Q() { e = true }
