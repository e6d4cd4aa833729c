/* Corner: else after local guards
 * expect plain: verified, 73 states, 129 transitions
 * expect spin: verified, 57 states, 99 transitions
 */
byte g;
active [2] proctype P() { byte a; if :: a > 0 -> a = 1 :: else -> a = 2; a = 3 fi; if :: a == 3 -> skip :: else -> g = 9 fi; g++; a = 0 }
