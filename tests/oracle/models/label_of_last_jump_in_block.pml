/* Regression: a label that others refer to, at a jump that is the last statement of a block. The label got a step of
 * its own, and the jump behind it was lost: control went on behind the block, to statements that nobody can come to, and a
 * loop was never left.
 * expect plain: verified, 423 states, 1207 transitions
 * expect spin: verified, 293 states, 851 transitions
 */
byte x;
active proctype A() { do :: x < 3 -> { x++; L0: goto out }; x = 7 :: else -> break od; out: assert(x != 7); x = 4 }
active proctype B() { byte k; if :: A@L0 -> k = 1 :: else -> k = 2 fi }
active proctype C() { byte y; do :: { y = 1; L1: break }; assert(false) od; y = 4 }
active proctype D() { byte k; k = C@L1 }
