/* Corner: a rendezvous received inside an atomic sequence that began earlier
 * expect plain: verified, 9 states, 11 transitions
 * expect spin: verified, 9 states, 11 transitions
 */
chan r = [0] of { byte };
byte x;
active proctype P() { r!5; x++; x++ }
active proctype Q() { byte v; atomic { x = 1; r?v; x = x + v; x = x * 2 } }
