/* Corner: a local whose last read is a condition
 * expect plain: violated (deadlock), 153 states, 283 transitions, 1 errors
 * expect spin: violated (deadlock), 60 states, 123 transitions, 1 errors
 */
byte g;
active [2] proctype P() { byte t; select (t : 1 .. 3); (t > 1 || g > 0); g = 1; g = 2 }
