/* Corner: select between bounds that are expressions of variables
 * expect plain: verified, 73 states, 118 transitions
 * expect spin: verified, 73 states, 118 transitions
 */
byte lo = 1;
byte hi = 2;
byte v;
active proctype P() { select (v : lo .. hi + 1); assert(v <= 4) }
active proctype Q() { hi++; lo = 0 }
