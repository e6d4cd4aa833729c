/* Corner: a trace with a loop, watching sends only
 * expect plain: violated (deadlock), 68 states, 123 transitions, 1 errors
 * expect spin: violated (deadlock), 68 states, 123 transitions, 1 errors
 */
mtype = { a, b };
chan c = [2] of { mtype, byte };
byte n;
active [2] proctype S() { c!a(n); n++; c!b(n) }
active proctype R() { end: do :: c?_, _ od }
trace { do :: c!a, _ :: c!b, _ od }
