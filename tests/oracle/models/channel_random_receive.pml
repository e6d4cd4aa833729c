/* Corner: random receive takes the first matching message anywhere in the channel
 * expect plain: verified, 20 states, 27 transitions
 * expect spin: verified, 20 states, 27 transitions
 */
chan c = [4] of { byte, bit };
byte v;
active proctype S() { c!1, 0; c!2, 1; c!3, 0; c!4, 1 }
active proctype R() { c??v, 1; assert(v == 2); c??3, 0; c??v, 0; assert(v == 1); c?v, 1 }
