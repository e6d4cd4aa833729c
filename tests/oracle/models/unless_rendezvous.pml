/* Corner: an escape guarded by a rendezvous receive
 * expect plain: verified, 14 states, 21 transitions
 * expect spin: verified, 14 states, 21 transitions
 */
chan r = [0] of { byte };
byte x;
active proctype P() { byte v; { do :: x = (x + 1) % 3 od } unless { r?v -> x = v } ; assert(x == 7) }
active proctype Q() { r!7 }
