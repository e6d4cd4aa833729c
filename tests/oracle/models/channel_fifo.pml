/* Corner: a buffered channel delivers in order and blocks when full
 * expect plain: verified, 164 states, 288 transitions
 * expect spin: verified, 128 states, 221 transitions
 */
chan c = [2] of { byte };
byte last;
active proctype S() { byte i; do :: i < 5 -> c!i; i++ :: else -> break od }
active proctype R() { byte v; byte n; do :: n < 5 -> c?v; assert(v == n); n++ :: else -> break od }
