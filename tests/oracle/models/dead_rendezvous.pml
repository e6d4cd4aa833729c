/* Corner: a local whose last read is a rendezvous send, and one received and read once
 * expect plain: verified, 72 states, 94 transitions
 * expect spin: verified, 41 states, 61 transitions
 */
chan r = [0] of { byte };
byte g;
active proctype S() { byte t; select (t : 0 .. 2); r!t; g++; g++ }
active proctype R() { byte v; r?v; g = v; g++ }
