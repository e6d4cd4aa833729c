/* Corner: a guard on locals merges with what follows; one on globals does not
 * expect plain: violated (deadlock), 181 states, 316 transitions, 2 errors
 * expect spin: violated (deadlock), 115 states, 190 transitions, 2 errors
 */
byte g;
active [2] proctype P()
{
	byte a;
	do
	:: a < 2 -> a++
	:: a == 2 -> a = 5
	:: a == 5 -> break
	od;
	if :: g == 0 -> a = 1; g = 1 :: g == 1 -> a = 2 fi;
	g = g + a
}
