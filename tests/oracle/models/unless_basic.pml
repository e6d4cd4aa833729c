/* Corner: unless: the escape is tried before the main statement at every step
 * expect plain: verified, 26 states, 34 transitions
 * expect spin: verified, 26 states, 34 transitions
 */
byte x;
active proctype P() { { x++; x++; x++; x = 0 } unless { x == 2 -> x = 10 } }
active proctype Q() { x++ }
