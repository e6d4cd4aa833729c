/* Corner: a short wraps into its negative half
 * expect plain: violated (assertion, deadlock), 50 states, 70 transitions, 10 errors
 * expect spin: violated (assertion, deadlock), 50 states, 70 transitions, 10 errors
 */
short s = 32766;
int seen;
active proctype P() { s++; seen = s; assert(seen == 32767); s++; seen = s; assert(seen == -32768); s--; assert(s > 0) }
active proctype Q() { s < 0; seen = s + s; assert(seen == -65536) }
