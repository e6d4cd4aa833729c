/* Corner: a local whose last read ends an atomic sequence
 * expect plain: verified, 64 states, 94 transitions
 * expect spin: verified, 64 states, 94 transitions
 */
byte g;
active [2] proctype P() { byte t; atomic { t = g + 1; g = 0; g = t } ; g++; g = 0 }
