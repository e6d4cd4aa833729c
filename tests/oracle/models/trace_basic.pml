/* Corner: a trace that every run follows
 * expect plain: verified, 7 states, 7 transitions
 * expect spin: verified, 7 states, 7 transitions
 */
mtype = { a, b };
chan c = [1] of { mtype };
active proctype S() { c!a; c!b }
active proctype R() { c?a; c?b }
trace { c!a; c?a; c!b; c?b }
