/* Corner: a trace that some runs do not follow
 * expect plain: violated (trace), 12 states, 12 transitions, 2 errors
 * expect spin: violated (trace), 12 states, 12 transitions, 2 errors
 */
mtype = { a, b };
chan c = [2] of { mtype };
active proctype S() { c!a; c!b }
active proctype R() { c?a; c?b }
trace { c!a; c?a; c!b; c?b }
