/* Corner: arrays in structures in arrays, indexed by _pid
 * expect plain: verified, 40 states, 57 transitions
 * expect spin: verified, 40 states, 57 transitions
 */
typedef In { byte a[2]; bool f }; typedef Out { In i[2]; byte n }; Out o[2]; active [2] proctype P() { o[_pid].i[1].a[_pid] = _pid + 1; o[_pid].n = o[1 - _pid].i[1].a[1 - _pid]; o[0].i[0].f = !o[1].i[0].f }
