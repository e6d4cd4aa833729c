/* Corner: printf and printm are steps without effect
 * expect plain: verified, 15 states, 21 transitions
 * expect spin: verified, 15 states, 21 transitions
 */
mtype = { one, two };
mtype m = one;
active proctype P() { printf("m is %e, pid %d\n", m, _pid); m = two; printm(m); printf("done\n") }
active proctype Q() { (m == two); printf("seen\n") }
