/* Corner: a local whose last read is a printf
 * expect plain: verified, 101 states, 187 transitions
 * expect spin: verified, 57 states, 107 transitions
 */
byte g;
active [2] proctype P() { byte t; select (t : 1 .. 2); printf("%d\n", t); g++; g = 0 }
