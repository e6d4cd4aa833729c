/* Corner: xr and xs assertions that hold
 * expect plain: verified, 11 states, 13 transitions
 * expect spin: verified, 11 states, 13 transitions
 */
chan c = [2] of { byte };
byte n;
active proctype S() { xs c; c!1; c!2 }
active proctype R() { xr c; byte v; c?v; n = v; c?v; n = n + v }
