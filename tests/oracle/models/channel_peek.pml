/* Corner: receives in angle brackets leave the message where it is
 * expect plain: verified, 15 states, 17 transitions
 * expect spin: verified, 15 states, 17 transitions
 */
chan c = [2] of { byte };
byte v;
byte w;
active proctype S() { c!5; c!6 }
active proctype R() { c?<v>; assert(v == 5 && len(c) > 0); c??<6>; c??<w>; assert(w == 5); c?v; c?w; assert(w == 6) }
