/* Corner: an int wraps at 32 bits, and is computed with 32 bits
 * expect plain: violated (assertion), 39 states, 56 transitions, 5 errors
 * expect spin: violated (assertion), 39 states, 56 transitions, 5 errors
 */
int i = 2147483647;
int j;
active proctype P() { i++; assert(i < 0); j = i - 1; assert(j == 2147483647) }
active proctype Q() { j = i * 2; j = -j }
