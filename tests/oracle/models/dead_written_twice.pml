/* Corner: a local overwritten before it is read: the first value dies unread
 * expect plain: verified, 352 states, 581 transitions
 * expect spin: verified, 302 states, 494 transitions
 */
byte g;
active [2] proctype P() { byte t; t = g; g++; t = g + 5; g = 0; g = t; g = 1 }
