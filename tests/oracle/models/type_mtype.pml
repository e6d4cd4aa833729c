/* Corner: mtype: values counted from the last declared down, several declarations, arithmetic on them
 * expect plain: violated (deadlock), 43 states, 63 transitions, 1 errors
 * expect spin: violated (deadlock), 35 states, 49 transitions, 1 errors
 */
mtype = { red, green, blue };
mtype = { circle, square };
mtype colour = red;
active proctype P()
{
	do
	:: colour == red -> colour = green
	:: colour == green -> colour = blue
	:: colour == blue -> break
	od;
	assert(square > circle || circle > square);
	assert(red == 3 && blue == 1)
}
active proctype Q() { (colour != red); colour = circle; assert(circle == 5) }
