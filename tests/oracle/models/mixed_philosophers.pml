/* Corner: a small classic: three philosophers take two forks each, and can starve each other
 * expect plain: violated (deadlock), 169 states, 454 transitions, 1 errors
 * expect spin: violated (deadlock), 87 states, 220 transitions, 1 errors
 */
byte fork[3];
active [3] proctype Phil()
{
	byte left; byte right;
	left = _pid; right = (_pid + 1) % 3;
	do
	:: atomic { fork[left] == 0 -> fork[left] = 1 } ;
	   atomic { fork[right] == 0 -> fork[right] = 1 } ;
	   fork[right] = 0;
	   fork[left] = 0
	od
}
