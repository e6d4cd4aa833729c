/* Corner: a rendezvous offered inside an atomic sequence: the receiver moves, and atomicity goes on
 * expect plain: verified, 58 states, 86 transitions
 * expect spin: verified, 58 states, 86 transitions
 */
chan r = [0] of { byte };
byte x;
active proctype P() { atomic { x = 1; r!5; x = 2; x = 3 } }
active proctype Q() { byte v; r?v; x = x + v; x++ }
active proctype Z() { x++ }
