/* Corner: a rendezvous matches eval of variables in the receive
 * expect plain: verified, 18 states, 22 transitions
 * expect spin: verified, 17 states, 21 transitions
 */
chan r = [0] of { byte, byte };
byte want = 1;
byte got;
active proctype S() { byte i; do :: i < 3 -> if :: r!i, 10 :: timeout -> skip fi; i++ :: else -> break od }
active proctype R() { end: do :: r?eval(want), got -> want++ od }
