/* Corner: choices inside an atomic sequence: each path is a step
 * expect plain: verified, 16 states, 31 transitions
 * expect spin: verified, 16 states, 31 transitions
 */
byte x;
active [2] proctype P() { atomic { if :: x++ :: x = x + 2 fi; if :: x > 2 -> x = 0 :: x < 4 -> skip fi } }
