/* Corner: a local with an initialiser that is read once, and one that is never read
 * expect plain: verified, 54 states, 87 transitions
 * expect spin: verified, 31 states, 51 transitions
 */
byte g;
active [2] proctype P() { byte t = 7; byte u = 3; g = t; g++; u = 4; g = 0 }
