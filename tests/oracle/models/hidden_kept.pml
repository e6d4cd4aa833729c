/* Corner: a hidden variable keeps its value from step to step
 * expect plain: verified, 8 states, 8 transitions
 * expect spin: verified, 8 states, 8 transitions
 */
hidden byte h = 2;
hidden byte table[3];
init {
  assert(h == 2);
  h = 3;
  assert(h == 3);
  table[1] = h;
  h = table[1] + table[2];
  assert(h == 3)
}
