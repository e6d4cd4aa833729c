/* Corner: a goto inside d_step, backwards, within it
 * expect plain: violated (assertion), 20 states, 27 transitions, 3 errors
 * expect spin: violated (assertion), 20 states, 27 transitions, 3 errors
 */
byte x;
byte n;
active proctype P()
{
	d_step {
		x = 0;
again:		x++;
		if :: x < 3 -> goto again :: else fi;
		n++
	};
	assert(x == 3)
}
active proctype Q() { x = 1; n++ }
