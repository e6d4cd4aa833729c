/* Corner: --> is an arrow, and the end of a comment that nothing begins is nothing
 * expect plain: verified, 27 states, 39 transitions
 * expect spin: verified, 27 states, 39 transitions
 */
/* outer /* inner */ */
byte x, y = 2;
active proctype P()
{
	do
	:: x < y --> x++
	:: else --> break
	od;
	assert(x > 0 || y == 0) */
}
active proctype Q() { y-- }
