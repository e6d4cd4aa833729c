/* Corner: a remote reference without an index where there is one instance
 * expect plain: verified, 23 states, 32 transitions
 * expect spin: verified, 23 states, 32 transitions
 */
byte x;
active proctype A() { x = 1; crit: x = 2; x = 0 }
active proctype B() { do :: A@crit -> x = 7; break :: x == 0 -> skip od }
