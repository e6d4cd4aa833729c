/* Corner: locals of one bit, packed together, that die at different times
 * expect plain: verified, 173 states, 297 transitions
 * expect spin: verified, 148 states, 251 transitions
 */
byte g;
active [2] proctype P() { bit a; bool b; bit c; a = g; b = !a; c = a ^ b; g = b; g++; g = c; g = 0 }
