/* Corner: unless around a main part that blocks: the escape is the way out
 * expect plain: verified, 23 states, 28 transitions
 * expect spin: verified, 23 states, 28 transitions
 */
bool stop;
byte x;
active proctype P() { { (x == 9); assert(false) } unless { stop -> x = 1 } ; x++ }
active proctype Q() { x = 3; stop = true; x = 4 }
