/* Corner: a local that is written and never read
 * expect plain: verified, 79 states, 123 transitions
 * expect spin: verified, 31 states, 51 transitions
 */
byte g;
active [2] proctype P() { byte t; t = g; g++; t = g; g++ }
