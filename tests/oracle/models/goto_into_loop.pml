/* Corner: goto into the middle of a loop and backwards over it
 * expect plain: verified, 33 states, 46 transitions
 * expect spin: verified, 33 states, 46 transitions
 */
byte x;
active proctype P()
{
	goto middle;
	do
	:: x < 3 -> x++;
middle:	   x++
	:: x >= 3 -> goto done
	od;
done:	if :: x == 3 -> x = 9 :: x != 3 -> skip fi
}
active proctype Q() { x++ }
