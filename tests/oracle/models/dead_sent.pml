/* Corner: a local whose last read is a send
 * expect plain: verified, 178 states, 365 transitions
 * expect spin: verified, 167 states, 340 transitions
 */
chan c = [2] of { byte };
byte g;
active [2] proctype S() { byte t; t = g + _pid; c!t; g++; g = 0 }
active proctype R() { byte x; c?x; c?x }
