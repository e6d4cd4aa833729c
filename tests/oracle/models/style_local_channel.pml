/* Corner: a channel made by a process, sent to another, which answers over it
 * expect plain: verified, 10 states, 12 transitions
 * expect spin: verified, 10 states, 12 transitions
 */
#define N 2
chan q[N] = [N] of { byte, chan }; active proctype P() { chan r = [1] of { byte }; byte v; q[0]!1,r; r?v; assert(v == 2) } active proctype S() { byte v; chan b; q[0]?v,b; b!v+1 }
