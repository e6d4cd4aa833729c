/* Corner: buffered sends and receives inside d_step
 * expect plain: verified, 7 states, 7 transitions
 * expect spin: verified, 7 states, 7 transitions
 */
chan c = [3] of { byte };
byte got;
active proctype S() { d_step { c!1; c!2; c!3 } }
active proctype R() { byte v; d_step { c?v; got = v; c?v; got = got + v } ; c?got; assert(got == 3) }
