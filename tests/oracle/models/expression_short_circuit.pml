/* Corner: && and || stop early: the division on the right is never made
 * expect plain: verified, 24 states, 35 transitions
 * expect spin: verified, 24 states, 35 transitions
 */
byte x;
active proctype P() { if :: x != 0 && 10 / x > 2 -> skip :: x == 0 || 10 / x > 2 -> skip fi; x = 5 }
active proctype Q() { x++; x-- }
