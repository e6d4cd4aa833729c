/* Corner: goto to a label on the last statement of the program, and out of an option at once
 * expect plain: violated (deadlock), 30 states, 39 transitions, 1 errors
 * expect spin: violated (deadlock), 30 states, 39 transitions, 1 errors
 */
byte x;
active proctype P() { do :: x == 0 -> x = 1 :: x == 1 -> goto end_of :: x == 2 -> x = 3; goto end_of od; end_of: x == 5 -> x = 6 }
active proctype Q() { x = 2; x = 5 }
