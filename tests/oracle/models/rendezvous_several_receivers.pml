/* Corner: several receivers can take a rendezvous: each is a different step
 * expect plain: verified, 67 states, 106 transitions
 * expect spin: verified, 67 states, 106 transitions
 */
chan r = [0] of { byte };
byte took[3];
active [3] proctype R() { byte v; end: do :: r?v -> took[_pid] = v od }
active proctype S() { r!1; r!2 }
