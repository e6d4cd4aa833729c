/* Corner: assertions of processes are still checked under a claim, invalid end states are not
 * expect plain: violated (assertion), 9 states, 14 transitions, 2 errors
 * expect plain noclaim: violated (assertion, deadlock), 9 states, 13 transitions, 3 errors
 * expect spin: violated (assertion), 9 states, 14 transitions, 2 errors
 * expect spin noclaim: violated (assertion, deadlock), 9 states, 13 transitions, 3 errors
 */
byte x;
active proctype P() { x++; assert(x == 1); (x == 9) }
active proctype Q() { x++ }
never { do :: true od }
