/* Corner: as many processes as SPIN has room for
 * expect plain: verified, 11 states, 14 transitions
 * expect spin: verified, 11 states, 14 transitions
 */
byte x;
active [253] proctype P() { end: false }
active proctype Q() { byte y; y = _pid; x = y; assert(x == 253) }
init { (x == 253); assert(_pid == 254 && _nr_pr == 255) }
