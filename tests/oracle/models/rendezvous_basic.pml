/* Corner: rendezvous: sender and receiver move together, no message is stored
 * expect plain: verified, 76 states, 167 transitions
 * expect spin: verified, 76 states, 167 transitions
 */
chan r = [0] of { byte, bit };
byte x;
active [2] proctype S() { r!_pid, 1; x++ }
active [2] proctype R() { byte v; bit b; r?v, b; x = x + v + b }
