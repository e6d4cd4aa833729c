/* Corner: a channel of one bit field holds bytes in the verifier, one of several fields does not
 * expect plain: verified, 18 states, 24 transitions
 * expect spin: verified, 18 states, 24 transitions
 */
chan one = [2] of { bit };
chan two = [2] of { bit, bool };
byte v;
byte w;
active proctype S() { one!2; one!257; two!2, 3 }
active proctype R() { one?v; assert(v == 2); one?v; assert(v == 1); two?v, w; assert(v == 0 && w == 1) }
