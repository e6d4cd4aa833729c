/* Corner: run in a loop, with parameters that differ
 * expect plain: verified, 122 states, 252 transitions
 * expect spin: verified, 122 states, 252 transitions
 */
byte n;
proctype W(byte k) { n = n + k }
init { byte i; do :: i < 3 -> run W(i); i++ :: else -> break od; (_nr_pr == 1); assert(n == 3) }
