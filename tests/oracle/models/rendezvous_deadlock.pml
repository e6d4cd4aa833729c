/* Corner: two processes that both send first: an invalid end state
 * expect plain: violated (deadlock), 1 states, 1 transitions, 1 errors
 * expect spin: violated (deadlock), 1 states, 1 transitions, 1 errors
 */
chan a = [0] of { bit };
chan b = [0] of { bit };
active proctype P() { a!1; b?1 }
active proctype Q() { b!1; a?1 }
