/* Corner: do left by break from a nested do, by goto, and by a goto out of two loops
 * expect plain: verified, 19 states, 24 transitions
 * expect spin: verified, 19 states, 24 transitions
 */
byte n;
active proctype P()
{
	do
	:: do
	   :: n < 4 -> n++
	   :: n >= 2 -> break
	   :: n == 3 -> goto out
	   od;
	   n = 1;
	   goto again;
again:	   n++
	:: n == 2 -> break
	od;
	n = 7;
out:	n = 8
}
