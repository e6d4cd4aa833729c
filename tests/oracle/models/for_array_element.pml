/* Corner: a plain variable counts through the indices of the array named first, whatever is written behind the name
 * expect plain: verified, 976 states, 1864 transitions
 * expect spin: verified, 976 states, 1864 transitions
 */
typedef S { byte inner[5]; chan c = [1] of { byte } }
byte a[3];
chan c[2] = [2] of { byte };
S s[4];
byte sum, x;
mtype = { one, two };
active proctype P()
{
	byte i;
	for (i in a[1]) { sum = sum + i }
	assert(sum == 3 && i == 3);
	for (i in c[1]) { sum++ }
	assert(sum == 5);
	for (i in c) { sum++ }
	assert(sum == 7);
	for (i in s[2].inner) { sum++ }
	assert(sum == 11);
	for (i in s[0].c) { sum++ }
	for (i in s[x]) { sum++ }
	assert(sum == 19)
}
active proctype Q() { mtype m; for (m in a) { x = m } }
