/* Corner: atomic inside atomic, and atomic inside a loop inside atomic
 * expect plain: verified, 7 states, 9 transitions
 * expect spin: verified, 7 states, 9 transitions
 */
byte x;
active [2] proctype P()
{
	atomic { x++; atomic { x++; x++ } ; do :: x > 2 -> atomic { x--; x-- } :: x <= 2 -> break od }
}
