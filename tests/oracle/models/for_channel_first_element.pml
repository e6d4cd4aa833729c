/* Corner: without an index, an array in the head of a for over messages is its first element, on either side of in
 * expect plain: violated (assertion), 24 states, 33 transitions, 2 errors
 * expect spin: violated (assertion), 24 states, 33 transitions, 2 errors
 */
typedef M { byte b }
chan a[2] = [2] of { M };
byte sum;
active proctype P()
{
	M kept[2];
	a[0]!4;
	a[1]!8;
	for (kept in a) { sum = sum + kept[0].b }
	assert(sum == 4 && kept[1].b == 0)
}
active proctype Q() { do :: sum > 0 -> sum++; break :: timeout -> break od }
