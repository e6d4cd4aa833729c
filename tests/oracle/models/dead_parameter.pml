/* Corner: a parameter that dies
 * expect plain: verified, 38 states, 59 transitions
 * expect spin: verified, 23 states, 35 transitions
 */
byte g;
proctype W(byte k; byte unused) { g = k; g++; g = 0 }
init { atomic { run W(1, 5); run W(2, 6) } }
