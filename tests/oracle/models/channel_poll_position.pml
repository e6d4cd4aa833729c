/* Corner: a random poll used as a number is the position of the message that matches, from 1 on; a plain one is 0 or 1
 * expect plain: violated (deadlock), 161 states, 296 transitions, 1 errors
 * expect spin: violated (deadlock), 161 states, 296 transitions, 1 errors
 */
chan c = [4] of { byte, bit };
chan one = [3] of { byte };
int x, y, z;
active proctype A()
{
	c!1, 0; c!2, 1; c!2, 0; c!7, 1;
	x = c??[2, 1]; y = c??[2, 0]; z = c?[1, _];
	assert(x == 2 && y == 3 && z == 1);
	x = c??[9, _]; y = c??[7, 1] * 10; z = !c??[7, _];
	assert(x == 0 && y == 40 && z == 0);
	(c??[2, _] == 2 && c??[_, 1] == 2);
	c?1, _;
	assert(c??[7, 1] == 3 && (c??[7, 1] -> 1 : 0) == 1)
}
active proctype B()
{
	do
	:: len(one) < 3 -> one!3; one!4
	:: one??[4] == 2 -> one?_; one??4; break
	od
}
