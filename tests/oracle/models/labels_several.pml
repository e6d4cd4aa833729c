/* Corner: several labels on one statement, labels on a skip and at the end of a body
 * expect plain: verified, 1042 states, 1562 transitions
 * expect spin: verified, 1042 states, 1562 transitions
 */
byte x;
active proctype P()
{
one:	two: x++;
	if :: x < 3 -> goto one :: x == 3 -> goto three :: x > 3 -> goto two fi;
three:	end_all: skip
}
active proctype Q() { x++ }
