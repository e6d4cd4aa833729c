/* Corner: sibling blocks each declare a variable of the same name: different variables
 * expect plain: verified, 332 states, 598 transitions
 * expect spin: verified, 149 states, 260 transitions
 */
byte g = 1;
active proctype P()
{
	byte y = 2;
	{
		byte x = 3;
		x++;
		g = x;
		assert(x == 4)
	};
	y++;
	{
		byte x;
		assert(x == 0);
		x = 9;
		g = x
	};
	if
	:: g > 3 -> { byte z = 1; g = z }
	:: g > 4 -> { byte z = 2; g = z }
	:: else
	fi;
	assert(y == 3)
}
active proctype Q() { { byte x; x = g; g++ }; { byte x = 7; g = x } }
