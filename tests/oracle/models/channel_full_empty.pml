/* Corner: full, nfull, empty, nempty and len
 * expect plain: violated (deadlock), 56 states, 85 transitions, 1 errors
 * expect spin: violated (deadlock), 50 states, 75 transitions, 1 errors
 */
chan c = [2] of { byte };
byte x;
active proctype S() { do :: nfull(c) -> c!1 :: full(c) -> x++; break od; (empty(c)); assert(len(c) == 0) }
active proctype R() { byte v; (full(c)); do :: nempty(c) -> c?v :: empty(c) -> break od }
