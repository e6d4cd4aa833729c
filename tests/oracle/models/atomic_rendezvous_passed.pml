/* Corner: a rendezvous from atomic to atomic: control passes to the receiver's sequence first
 * expect plain: verified, 29 states, 46 transitions
 * expect spin: verified, 29 states, 46 transitions
 */
chan r = [0] of { byte };
byte x;
active proctype P() { atomic { x = 1; r!5; x = x + 2; x++ } }
active proctype Q() { byte v; atomic { r?v; x = x + v; x = x * 2 } ; x++ }
active proctype Z() { x++ }
