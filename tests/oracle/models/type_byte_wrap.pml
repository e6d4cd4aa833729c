/* Corner: a byte wraps at 256 and at zero
 * expect plain: verified, 90 states, 141 transitions
 * expect spin: verified, 90 states, 141 transitions
 */
byte x = 250;
byte y;
active proctype P() { byte i; do :: i < 10 -> x++; i++ :: else -> break od; assert(x == 4); y--; assert(y == 255) }
active proctype Q() { (x < 250); assert(x <= 4) }
