/* Corner: a loop within atomic that ends
 * expect plain: verified, 16 states, 23 transitions
 * expect spin: verified, 13 states, 19 transitions
 */
byte x;
byte y;
active [2] proctype P() { byte i; atomic { i = 0; do :: i < 4 -> x = x + i; i++ :: else -> break od } ; y = x }
