/* Corner: the fields of a local typedef variable, read for the last time
 * expect plain: verified, 216 states, 363 transitions
 * expect spin: verified, 216 states, 363 transitions
 */
typedef T { byte x; byte y }
byte g;
active [2] proctype P() { T t; t.x = g + 1; t.y = 2; g = t.x; g = g + t.y; g = 0; g = 1 }
