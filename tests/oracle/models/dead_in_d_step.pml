/* Corner: a local that dies inside a d_step, and one that dies in its guard
 * expect plain: verified, 133 states, 213 transitions
 * expect spin: verified, 133 states, 213 transitions
 */
byte g;
active [2] proctype P() { byte t; byte u; t = g + 1; u = t; d_step { u > 0; g = t; t = 9; g = g % 3 } ; g++; g = 0 }
