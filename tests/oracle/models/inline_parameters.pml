/* Corner: inline with parameters used as values, as places and as array elements
 * expect plain: verified, 55 states, 76 transitions
 * expect spin: verified, 55 states, 76 transitions
 */
byte a[3];
byte x;
inline put(where, what) { where = what }
inline twice(v) { put(v, v * 2); v++ }
active proctype P() { put(x, 3); twice(x); put(a[x % 3], x); twice(a[1]) }
active proctype Q() { put(a[0], x) }
