/* Corner: a local used as an index for the last time
 * expect plain: verified, 241 states, 433 transitions
 * expect spin: verified, 183 states, 367 transitions
 */
byte g;
byte b[3];
active [2] proctype P() { byte i; select (i : 0 .. 2); b[i] = 1; g++; g = 0 }
