/* Corner: mtype:name keeps its own numbering
 * expect plain: verified, 18 states, 18 transitions
 * expect spin: verified, 18 states, 18 transitions
 */
mtype:fruit = { apple, pear, plum };
mtype:tool = { saw, hammer };
mtype:fruit f = pear;
mtype:tool t = hammer;
active proctype P()
{
	mtype:fruit mine = plum;
	do
	:: f == pear -> f = apple
	:: f == apple -> f = mine; mine = pear
	:: t == hammer -> t = saw; break
	od;
	assert(apple == 3 && saw == 2)
}
