/* Corner: polls ?[] and ??[] as expressions, in guards and combined
 * expect plain: verified, 2181 states, 3081 transitions
 * expect spin: verified, 2181 states, 3081 transitions
 */
chan c = [3] of { byte, bit };
byte x;
active proctype S() { c!1, 1; c!2, 0; c!1, 0 }
active proctype R()
{
	do
	:: c?[1, 1] -> c?_, _; x++
	:: c??[2, 0] && !c?[2, 0] -> x = x + 10
	:: c?[2, _] -> c?2, 0
	:: c??[1, 0] && len(c) == 1 -> break
	od
}
