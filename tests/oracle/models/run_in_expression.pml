/* Corner: run as an operand: its value is the new pid, and it can be a condition
 * expect plain: verified, 34 states, 59 transitions
 * expect spin: verified, 31 states, 54 transitions
 */
byte n;
proctype W() { n++ }
init { pid p; p = run W(); assert(p > 0); if :: run W() :: n > 5 fi; (run W()); (n == 3) }
