/* Corner: a rendezvous matches constants in the receive
 * expect plain: verified, 11 states, 11 transitions
 * expect spin: verified, 8 states, 9 transitions
 */
mtype = { req, ack, nak };
chan r = [0] of { mtype, byte };
byte x;
active proctype S() { if :: r!req, 1 :: r!nak, 2 fi; r!ack, 3 }
active proctype R() { byte v; do :: r?req, v -> x = v :: r?nak, 2 -> x = 9 :: r?ack, v -> break od }
