/* Corner: active [n] and an init, the order of process ids: active ones first in order of the text
 * expect plain: verified, 108 states, 164 transitions
 * expect spin: verified, 108 states, 164 transitions
 */
byte order[5];
byte next;
active [2] proctype A() { d_step { order[_pid] = next; next++ } }
active proctype B() { d_step { order[_pid] = next; next++ } ; assert(_pid == 2) }
init { assert(_pid == 3); (next == 3) ; assert(order[0] + order[1] + order[2] == 3) }
