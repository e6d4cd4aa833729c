/* Corner: a local is reset right after the statement that reads it last
 * expect plain: verified, 121 states, 179 transitions
 * expect spin: verified, 121 states, 179 transitions
 */
byte g;
active [2] proctype P() { byte t; t = g + 1; g = t; g++; g-- }
