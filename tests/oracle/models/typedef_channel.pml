/* Corner: a channel inside a typedef, and an array of channels inside one
 * expect plain: verified, 16 states, 19 transitions
 * expect spin: verified, 16 states, 19 transitions
 */
typedef Port { chan in = [1] of { byte }; chan out[2] = [1] of { bit }; byte used }
Port p;
active proctype A() { p.in!7; p.out[1]?1; p.used++ }
active proctype B() { byte b; p.in?b; p.out[b == 7]!1; p.used = b }
