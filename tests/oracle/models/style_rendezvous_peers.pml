/* Corner: each process may send to or receive from any other of its kind
 * expect plain: violated (deadlock), 76 states, 135 transitions, 7 errors
 * expect spin: violated (deadlock), 76 states, 135 transitions, 7 errors
 */
chan c = [0] of { byte }; byte x; active [3] proctype P() { if :: c!_pid -> x = x + 1 :: byte v; c?v -> x = x + v fi }
