/* Corner: timeout beside else-free alternatives, and an expression containing timeout
 * expect plain: verified, 15 states, 15 transitions
 * expect spin: verified, 15 states, 15 transitions
 */
byte n;
active proctype A() { do :: n < 2 && !timeout -> n++ :: timeout -> break od }
active proctype B() { (n == 2); n = 0; (n == 2) }
