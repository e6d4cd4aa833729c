/* Corner: a local read by another process from outside is never dead
 * expect plain: verified, 18 states, 21 transitions
 * expect spin: verified, 18 states, 21 transitions
 */
byte g;
active proctype P() { byte t; t = 1; g = t; t = 2; g++; g++ }
active proctype Q() { (g > 1); assert(P[0]:t > 0 || true); g = P[0]:t }
