/* Corner: a local whose last read is an eval in a receive, and one in an index
 * expect plain: verified, 64 states, 99 transitions
 * expect spin: verified, 44 states, 67 transitions
 */
chan c[2] = [1] of { byte };
byte g;
active proctype S() { byte i; i = g % 2; c[i]!3; g++; g++ }
active proctype R() { byte w = 3; byte k; do :: k < 1 -> k = 1 :: g < 4 -> break od; c[k - k]?eval(w); g = 0; g = 1 }
