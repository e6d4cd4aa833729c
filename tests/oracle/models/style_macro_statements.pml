/* Corner: macros that are statements, with loops and atomic in them
 * expect plain: verified, 27 states, 33 transitions
 * expect spin: verified, 27 states, 33 transitions
 */
#define await(c) do :: c -> break od
#define spinlock(l) atomic { !l -> l = true }
bool l; byte n; active [2] proctype P() { spinlock(l); n++; await(n > 0); n--; l = false }
