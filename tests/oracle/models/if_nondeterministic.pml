/* Corner: if with several executable guards, an unguarded one, and one that blocks
 * expect plain: violated (deadlock), 47 states, 64 transitions, 2 errors
 * expect spin: violated (deadlock), 47 states, 64 transitions, 2 errors
 */
byte x;
active proctype P()
{
	if
	:: x == 0 -> x = 1
	:: x < 5 -> x = x + 2
	:: x = 9
	:: x > 100 -> assert(false)
	fi;
	if :: x == 9 -> x = 0 :: x == 1 -> skip :: x == 2 fi
}
active proctype Q() { x++ }
