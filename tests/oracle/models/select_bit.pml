/* Corner: select into a variable too small for its range
 * expect plain: verified, 75 states, 111 transitions
 * expect spin: verified, 44 states, 81 transitions
 */
bit b;
byte n;
active proctype P() { select (b : 0 .. 1); n = b; n++ }
active proctype Q() { byte k; select (k : 254 .. 255); n = k }
