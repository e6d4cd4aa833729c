/* Corner: timeout is executable only when no process can move
 * expect plain: verified, 18 states, 18 transitions
 * expect spin: verified, 18 states, 18 transitions
 */
byte x;
chan c = [1] of { byte };
active proctype W() { do :: timeout -> x++; if :: x < 3 -> c!x :: else -> break fi od }
active proctype R() { byte v; do :: c?v -> if :: v == 2 -> break :: else fi od }
