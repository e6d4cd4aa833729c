/* Corner: else beside channel operations on a buffered channel
 * expect plain: verified, 157 states, 279 transitions
 * expect spin: verified, 139 states, 244 transitions
 */
chan c = [1] of { byte };
byte got;
active proctype S() { byte i; do :: i < 3 -> if :: c!i :: else -> skip fi; i++ :: else -> break od }
active proctype R() { do :: c?got -> skip :: c?[2] -> break :: else -> if :: got == 1 -> break :: else fi od }
