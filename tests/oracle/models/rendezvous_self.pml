/* Corner: a process cannot take its own rendezvous
 * expect plain: violated (deadlock), 1 states, 1 transitions, 1 errors
 * expect spin: violated (deadlock), 1 states, 1 transitions, 1 errors
 */
chan r = [0] of { bit };
active proctype P() { if :: r!1 -> r?0 :: r?1 -> r!0 fi }
