/* Corner: a rendezvous channel sent over a rendezvous channel, as a parameter of run too
 * expect plain: verified, 12 states, 14 transitions
 * expect spin: verified, 12 states, 14 transitions
 */
byte got;
proctype W(chan back; byte k) { back!k }
proctype V(chan how) { chan there; how?there; there!9 }
init {
	chan r = [0] of { byte };
	chan h = [0] of { chan };
	run W(r, 3);
	run V(h);
	r?got;
	h!r;
	r?got;
	assert(got == 9)
}
