/* Corner: a d_step as the body of an unless in atomic. It goes on at the join behind the unless, which no edge of SPIN's flow
 * graph but the escape's leads to. The join is merged into the escape, so SPIN takes it for unreachable by itself, and from
 * the d_step it is a step of its own, without the local steps behind it. We merged them, and had a state less in spin mode.
 * expect plain: verified, 40 states, 63 transitions
 * expect spin: verified, 27 states, 41 transitions
 */
byte g;
active [2] proctype P() {
	byte i;
	atomic { d_step { g = 1; g = 2 } unless { g == 9 } };
	i = 0;
	i = 1;
	g = i
}
