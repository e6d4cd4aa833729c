/* Corner: a process at a label beginning with end may stay there for ever
 * expect plain: verified, 9 states, 10 transitions
 * expect spin: verified, 9 states, 10 transitions
 */
chan c = [1] of { byte };
byte n;
active proctype Server() { byte v; end: do :: c?v -> n = n + v od }
active proctype Client() { c!1; c!2 }
active proctype Late() { (n == 3); end_late: (n == 4) }
