/* Corner: rendezvous on an array of channels, indexed by variables
 * expect plain: verified, 44 states, 65 transitions
 * expect spin: verified, 44 states, 65 transitions
 */
chan r[3] = [0] of { byte };
byte x;
active proctype P() { byte i; do :: i < 3 -> r[i]!i + 5; i++ :: else -> break od }
active proctype Q() { byte j; do :: j < 3 -> r[j]?x; assert(x == j + 5); j++ :: else -> break od }
