/* Corner: the rounds of a loop in a step read what the rounds before them wrote, twice. Written out in full, the last
 * value would have 2^30 parts, and looking for symmetry took for ever.
 * expect plain: verified, 10 states, 11 transitions
 * expect spin: verified, 10 states, 11 transitions
 */
byte a, b;
bool busy[2];

active [2] proctype mixer() {
  byte i;
  d_step {
    do
    :: i < 30 ->
      if
      :: a < b -> a = b + 1
      :: else -> b = a + 1
      fi;
      if
      :: busy[0] -> a = b
      :: else
      fi;
      i++
    :: else -> break
    od;
    busy[_pid] = (a > b)
  }
}
