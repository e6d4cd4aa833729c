/* Corner: a hidden variable that is set and read within one d_step is no part of the state
 * expect plain: verified, 19 states, 25 transitions
 * expect spin: verified, 13 states, 19 transitions
 */
hidden byte scratch;
hidden int sum;
byte x = 1, y;
active [2] proctype P() {
  d_step { scratch = x; if :: scratch > 1 -> sum = scratch :: else -> sum = 5 fi; y = sum + scratch; scratch = 0 }
  x++
}
