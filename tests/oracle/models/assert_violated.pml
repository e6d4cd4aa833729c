/* Corner: an assertion that fails on some paths only, counted each time
 * expect plain: violated (assertion), 21 states, 33 transitions, 7 errors
 * expect spin: violated (assertion), 21 states, 33 transitions, 7 errors
 */
byte x;
active [2] proctype P() { x++; assert(x == 1); x++ }
