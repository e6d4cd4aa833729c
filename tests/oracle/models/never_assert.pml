/* Corner: an assertion inside a never claim
 * expect plain: violated (assertion), 5 states, 6 transitions, 3 errors
 * expect plain noclaim: verified, 5 states, 5 transitions
 * expect spin: violated (assertion), 5 states, 6 transitions, 3 errors
 * expect spin noclaim: verified, 5 states, 5 transitions
 */
byte x;
active proctype P() { x++; x++; x++ }
never { do :: assert(x < 3) od }
