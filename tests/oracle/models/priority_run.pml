/* Corner: run with a priority, and a process that blocks gives way to a lower one
 * expect plain: verified, 44 states, 44 transitions
 * expect spin: verified, 44 states, 44 transitions
 */
byte log;
bool go;
proctype Worker(byte k) { log = (log * 2 + k) % 50; go; log = (log * 2 + k) % 50 }
init {
	run Worker(1) priority 4;
	run Worker(2) priority 2;
	run Worker(3);
	log++;
	go = true
}
