/* Corner: select (v : lo .. hi) makes every value of the range
 * expect plain: verified, 1007 states, 2085 transitions
 * expect spin: verified, 622 states, 1320 transitions
 */
byte v;
byte count;
active proctype P() { byte k; select (k : 2 .. 5); v = k; select (v : 0 .. k); count++ }
active proctype Q() { byte m; select (m : count .. 2); assert(m <= 2) }
