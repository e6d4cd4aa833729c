/* Corner: the last statement of an atomic sequence ends it: others may move right after
 * expect plain: violated (deadlock), 13 states, 14 transitions, 1 errors
 * expect spin: violated (deadlock), 13 states, 14 transitions, 1 errors
 */
byte x;
active proctype P() { atomic { x = 1; x = 2 } ; atomic { x = 3; x = 4 } }
active proctype Q() { (x == 2); x = 9 }
