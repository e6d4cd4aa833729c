/* Corner: a local channel variable that dies
 * expect plain: verified, 213 states, 471 transitions
 * expect spin: verified, 189 states, 427 transitions
 */
chan q[2] = [1] of { byte };
byte g;
active [2] proctype P() { chan c; if :: c = q[0] :: c = q[1] fi; c!1; g++; g = 0 }
active proctype R() { byte v; end: do :: q[0]?v :: q[1]?v od }
