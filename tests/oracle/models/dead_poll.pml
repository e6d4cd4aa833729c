/* Corner: a local whose last read is inside a poll
 * expect plain: verified, 260 states, 568 transitions
 * expect spin: verified, 308 states, 660 transitions
 */
chan c = [2] of { byte };
byte g;
active proctype S() { c!1; c!2 }
active [2] proctype R() { byte t; select (t : 1 .. 2); if :: c?[eval(t)] -> g++ :: c??[2] -> g++ fi; g = 0; g = 1 }
