/* Corner: atomic that blocks in the middle loses atomicity, and gets it back
 * expect plain: violated (deadlock), 14 states, 16 transitions, 1 errors
 * expect spin: violated (deadlock), 14 states, 16 transitions, 1 errors
 */
byte x;
active proctype P() { atomic { x = 1; (x == 3); x = 4; x = 5 } ; assert(x != 4) }
active proctype Q() { (x == 1); x = 2; x = 3; x = 6 }
