/* Corner: sorted send keeps the channel in order of its fields
 * expect plain: verified, 44 states, 57 transitions
 * expect spin: verified, 44 states, 57 transitions
 */
chan c = [4] of { byte, byte };
byte a;
byte b;
active proctype S() { c!!3, 1; c!!1, 9; c!!3, 0; c!!2, 5 }
active proctype R() { c?a, b; assert(a <= 3); c?a, b; c?a, b; c?a, b }
