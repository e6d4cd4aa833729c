/* Corner: negative operands of division, remainder and narrowing
 * expect plain: verified, 8 states, 8 transitions
 * expect spin: verified, 8 states, 8 transitions
 */
int x = -5; byte r; active proctype P() { x = x % 3; x = x - 2147483647; x = x * 2; r = -1; r = x; x = 7 / -2 }
