/* Corner: a local that is dead at the head of a loop, being written first in each round
 * expect plain: verified, 341 states, 648 transitions
 * expect spin: verified, 341 states, 648 transitions
 */
byte g;
active [2] proctype P() { byte t; do :: t = g; g = (t + 1) % 3; skip :: g == 2 -> break od; g = 0 }
