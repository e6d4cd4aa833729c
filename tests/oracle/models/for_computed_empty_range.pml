/* Corner: bounds that come out in the wrong order are an error only where both are written as numbers, as in 3 .. 2. A computed one,
 * as N - 1 with one process, makes a loop that is not entered, and a select that leaves the first value.
 * expect plain: verified, 12 states, 12 transitions
 * expect spin: verified, 12 states, 12 transitions
 */
#define N 1
byte i, g;
active proctype P() {
	for (i : 1 .. N - 1) { g++ }
	for (i : (N == N) .. (N == 0)) { g++ }
	for (i : 2 .. -1) { g++ }
	assert(g == 0);
	select (i : N + 2 .. 2);
	assert(i == 3)
}
