/* Corner: a receive into a variable that is never read again
 * expect plain: verified, 17 states, 24 transitions
 * expect spin: verified, 17 states, 24 transitions
 */
chan c = [2] of { byte, byte };
byte g;
active proctype R() { byte a; byte b; c?a, b; g = b; c?a, b; g = a; g = 0 }
active proctype S() { c!1, 2; c!3, 4 }
