/* Corner: a notrace that matches is an error
 * expect plain: violated (trace), 12 states, 15 transitions, 2 errors
 * expect spin: violated (trace), 11 states, 14 transitions, 2 errors
 */
mtype = { a, b };
chan c = [2] of { mtype };
active proctype S() { if :: c!a :: c!b fi; c!b }
active proctype R() { mtype m; c?m; c?m }
notrace { c!a; c!b }
