/* Corner: a global that only receives, and one that is only sent
 * expect plain: verified, 15 states, 19 transitions
 * expect spin: verified, 15 states, 19 transitions
 */
chan c = [1] of { byte };
byte into;
byte from;
active proctype S() { from = 1; c!from; from = 2; c!from; from = 3 }
active proctype R() { c?into; c?into; into = 9 }
