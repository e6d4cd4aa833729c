/* Corner: a claim makes no step inside an atomic sequence or between the halves of a rendezvous
 * expect plain: verified, 2 states, 2 transitions
 * expect plain noclaim: verified, 26 states, 33 transitions
 * expect spin: verified, 2 states, 2 transitions
 * expect spin noclaim: verified, 26 states, 33 transitions
 */
chan r = [0] of { byte };
byte x;
active proctype P() { atomic { x = 1; x = 2; r!3; x = 4 } ; x = 5 }
active proctype Q() { byte v; r?v; x = v + 10; x++ }
never { do :: x != 2 && x != 4 :: x == 13 -> break od }
