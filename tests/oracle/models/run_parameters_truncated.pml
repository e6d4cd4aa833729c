/* Corner: parameters of run are truncated to their declared types
 * expect plain: verified, 6 states, 6 transitions
 * expect spin: verified, 6 states, 6 transitions
 */
byte s;
proctype W(bit b; byte c; short d) { assert(b == 1 && c == 2 && d == -25536); s = c }
init { run W(3, 258, 40000) }
