/* Corner: _ in receives throws fields away
 * expect plain: violated (assertion), 46 states, 80 transitions, 4 errors
 * expect spin: violated (assertion), 46 states, 80 transitions, 4 errors
 */
chan c = [2] of { byte, byte, byte };
byte x;
active proctype S() { c!1, 2, 3; c!4, 5, 6 }
active proctype R() { c?_, x, _; assert(x == 2 || x == 5); c?x, _, _ }
active proctype T() { _ = x; x = 0 }
