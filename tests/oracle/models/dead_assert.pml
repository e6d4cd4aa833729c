/* Corner: a local whose last read is an assertion
 * expect plain: verified, 101 states, 187 transitions
 * expect spin: verified, 57 states, 107 transitions
 */
byte g;
active [2] proctype P() { byte t; select (t : 1 .. 2); assert(t < 3); g++; g = 0 }
