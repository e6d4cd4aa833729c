/* Corner: a local loop merged to its own head
 * expect plain: verified, 273 states, 513 transitions
 * expect spin: verified, 91 states, 163 transitions
 */
byte g;
active [2] proctype P() { byte i; do :: i < 3 -> i = i + 1; skip; i = i + 0 :: i == 3 -> i = 4; break od; g++ }
