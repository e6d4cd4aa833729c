/* Corner: an inline with a channel and a message as arguments
 * expect plain: verified, 13 states, 17 transitions
 * expect spin: verified, 13 states, 17 transitions
 */
chan c[2] = [1] of { byte, bit };
byte sum;
inline give(ch, m, f) { ch!m, f }
inline take(ch, v) { ch?v, _ }
active proctype P() { byte v; give(c[0], 3, 1); take(c[1], v); sum = sum + v }
active proctype Q() { byte v; take(c[0], v); give(c[1], v + 1, 0); sum = sum + v }
