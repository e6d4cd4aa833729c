/* Corner: a goto with a special label keeps a control state for it; the first of its labels is there.
 * expect plain: verified, 62 states, 134 transitions
 * expect spin: verified, 62 states, 134 transitions
 */
byte x;
active proctype P() {
	x = 1;
	if
	:: x = 3
	:: goto L0
	fi;
again:
	x = 5 - x;
	end1: L0: goto again
}
active proctype Q() {
	(P@L0);
	x = 2;
	end2: L1: goto end2
}
active proctype R() {
	(Q@L1)
}
