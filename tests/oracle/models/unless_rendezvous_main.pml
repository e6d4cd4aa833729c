/* Corner: a rendezvous in the main part, with an escape
 * expect plain: verified, 28 states, 42 transitions
 * expect spin: verified, 28 states, 42 transitions
 */
chan r = [0] of { byte };
byte x;
bool e;
active proctype P() { { r!1; r!2; x = 1 } unless { e -> x = 9 } }
active proctype Q() { end: do :: r?x od }
active proctype E() { e = true; e = false }
