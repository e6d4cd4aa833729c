/* Corner: a hidden variable is not part of the state
 * expect plain: verified, 21 states, 33 transitions
 * expect spin: verified, 21 states, 33 transitions
 */
hidden byte scratch;
byte x;
active [2] proctype P() { scratch = x; x++; scratch = 7 }
