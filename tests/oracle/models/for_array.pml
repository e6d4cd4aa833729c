/* Corner: for (i in array), with the array's elements changed by others meanwhile
 * expect plain: verified, 210 states, 320 transitions
 * expect spin: verified, 210 states, 320 transitions
 */
byte a[4];
byte sum;
active proctype P()
{
	int i;
	for (i in a) { a[i] = i + 1 }
	for (i in a) { sum = sum + a[i] }
	assert(i == 4)
}
active proctype Q() { a[0] = a[3] }
