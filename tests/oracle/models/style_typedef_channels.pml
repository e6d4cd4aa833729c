/* Corner: channels in typedefs in arrays, sent in messages and used by who receives them
 * expect plain: verified, 16 states, 20 transitions
 * expect spin: verified, 15 states, 19 transitions
 */
typedef Msg { byte k; bit b; chan r }; typedef Node { chan in = [2] of { byte }; byte st; Msg last }; Node nd[2];
chan hub = [1] of { Msg };
active proctype A() { Msg m; m.k = 3; m.b = 1; m.r = nd[0].in; hub!m; nd[0].in?nd[1].st; assert(nd[1].st == 4) }
active proctype B() { Msg q; hub?q; q.r!q.k+1; nd[1].last.k = q.k }
