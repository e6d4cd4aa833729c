/* Corner: a local whose last read is an argument of run
 * expect plain: verified, 23 states, 31 transitions
 * expect spin: verified, 23 states, 31 transitions
 */
byte g;
proctype W(byte k) { g = g + k }
init { byte t; select (t : 1 .. 2); run W(t); g++; g++ }
