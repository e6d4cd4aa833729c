/* Corner: for (m in a[i]) goes through the messages of one element; it once counted through the indices of a instead
 * expect plain: violated (assertion, deadlock), 190 states, 294 transitions, 8 errors
 * expect spin: violated (assertion, deadlock), 190 states, 294 transitions, 8 errors
 */
typedef M { byte b; bit f }
chan a[3] = [3] of { M };
byte sum, i;
active proctype P()
{
	M m;
	M kept[2];
	a[1]!2,0;
	a[1]!3,1;
	a[2]!7,1;
	for (m in a[1]) { sum = sum + m.b + m.f }
	assert(sum == 6 && len(a[1]) == 2);
	i = 2;
	for (kept[1] in a[i]) { sum = sum + kept[1].b }
	assert(sum == 13);
	a[1]?eval(2),0
}
active proctype Q() { if :: a[2]?[7,1] -> i = 1 :: timeout fi }
