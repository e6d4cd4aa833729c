/* Corner: atomic: no other process moves in between
 * expect plain: verified, 120 states, 231 transitions
 * expect spin: verified, 120 states, 231 transitions
 */
byte x;
active [3] proctype P() { byte t; atomic { t = x; t++; x = t } ; assert(x <= 3) }
