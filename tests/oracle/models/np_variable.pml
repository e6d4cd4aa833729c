/* Corner: np_ in an assertion: no process is at a progress label
 * expect plain: verified, 35 states, 57 transitions
 * expect plain noclaim: verified, 33 states, 54 transitions
 * expect spin: verified, 25 states, 40 transitions
 * expect spin noclaim: verified, 25 states, 39 transitions
 */
byte x;
active proctype P() { do :: x < 3 -> progress: x++ :: x == 3 -> break od }
active proctype Q() { byte seen; seen = 1; assert(seen) }
never { do :: np_ -> skip :: !np_ -> skip od }
