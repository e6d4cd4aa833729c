/* Corner: pc_value(p) in a never claim
 * expect plain: violated (claim), 19 states, 27 transitions, 2 errors
 * expect plain noclaim: verified, 20 states, 27 transitions
 * expect spin: violated (claim), 19 states, 27 transitions, 2 errors
 * expect spin noclaim: verified, 20 states, 27 transitions
 */
byte x;
active proctype A() { x = 1; x = 2; x = 3 }
active proctype B() { x++ }
never { do :: pc_value(0) > pc_value(1) && x == 4 -> break :: else od }
