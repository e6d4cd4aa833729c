/* Corner: a rendezvous receive as the first statement of d_step
 * expect plain: verified, 8 states, 10 transitions
 * expect spin: verified, 8 states, 10 transitions
 */
chan r = [0] of { byte };
byte x;
active proctype S() { r!4; x++ }
active proctype R() { byte v; d_step { r?v; x = v; x = x * 2 } ; x++ }
