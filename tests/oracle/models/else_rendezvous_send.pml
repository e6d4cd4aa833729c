/* Corner: else beside a send to a rendezvous channel
 * expect plain: verified, 36 states, 48 transitions
 * expect spin: verified, 36 states, 48 transitions
 */
chan r = [0] of { bit };
byte n;
byte got;
active proctype S() { do :: n < 3 -> if :: r!1 :: else -> n++ fi; n++ :: else -> break od }
active proctype R() { end: do :: r?1 -> got = (got + 1) % 3 od }
