/* Corner: a channel declared inside a process: a new one for each process
 * expect plain: verified, 21 states, 33 transitions
 * expect spin: verified, 21 states, 33 transitions
 */
byte sum;
active [2] proctype P() { chan mine = [1] of { byte }; byte v; mine!_pid; mine?v; sum = sum + v }
