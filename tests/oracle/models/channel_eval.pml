/* Corner: eval in a receive from a buffered channel, of expressions and of _pid
 * expect plain: verified, 60 states, 123 transitions
 * expect spin: verified, 60 states, 123 transitions
 */
chan c = [3] of { byte, byte };
byte got;
active [2] proctype R() { byte v; c??eval(_pid), v; got = got + v; c??eval(_pid + 10), v }
active proctype S() { c!0, 3; c!1, 4; c!11, 1; c!10, 2 }
