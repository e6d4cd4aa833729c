/* Corner: a D_proctype is a deterministic proctype: it changes nothing for the verifier
 * expect plain: verified, 133 states, 243 transitions
 * expect spin: verified, 133 states, 243 transitions
 */
byte x;
active [2] D_proctype D() { byte i; do :: i < 3 -> x++; i++ :: else -> break od }
