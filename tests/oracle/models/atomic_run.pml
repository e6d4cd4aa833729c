/* Corner: run inside atomic: all processes begin together
 * expect plain: verified, 19 states, 29 transitions
 * expect spin: verified, 19 states, 29 transitions
 */
byte n;
proctype W(byte k) { n = n + k }
init { atomic { run W(1); run W(2); run W(4) } ; (_nr_pr == 1); assert(n == 7) }
