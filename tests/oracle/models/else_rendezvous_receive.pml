/* Corner: else beside a receive from a rendezvous channel: the receive alone is never executable
 * expect plain: verified, 18 states, 20 transitions
 * expect spin: verified, 18 states, 20 transitions
 */
chan r = [0] of { bit };
byte n;
active proctype S() { end: do :: r!1 od }
active proctype R() { do :: n < 3 -> if :: r?1 -> n = n + 2 :: else -> n++ fi :: else -> break od }
