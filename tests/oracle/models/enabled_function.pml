/* Corner: enabled(p) in a never claim
 * expect plain: violated (claim), 17 states, 22 transitions, 2 errors
 * expect plain noclaim: violated (deadlock), 16 states, 20 transitions, 1 errors
 * expect spin: violated (claim), 17 states, 22 transitions, 2 errors
 * expect spin noclaim: violated (deadlock), 16 states, 20 transitions, 1 errors
 */
byte x;
active proctype A() { x = 1; (x == 3); x = 4 }
active proctype B() { x = 2; x = 3 }
never { do :: !enabled(0) && x == 2 -> break :: else od }
