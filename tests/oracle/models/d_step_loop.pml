/* Corner: a loop inside d_step
 * expect plain: verified, 7 states, 9 transitions
 * expect spin: verified, 7 states, 9 transitions
 */
byte a[4];
byte sum;
active [2] proctype P()
{
	byte i;
	d_step { i = 0; do :: i < 4 -> a[i] = a[i] + i; i++ :: else -> break od; i = 0; sum = a[3] }
}
