/* Corner: an ltl formula [] p that fails
 * expect plain: violated (claim)
 * expect plain noclaim: verified, 2088 states, 4167 transitions
 * expect spin: violated (claim), 2088 states, 8234 transitions, 2036 errors
 * expect spin noclaim: verified, 2088 states, 4167 transitions
 */
/* oracle-verdict-only */
byte x;
active [2] proctype P() { do :: x < 4 -> x++ :: x > 2 -> x = x - 2 :: x == 4 -> break od }
ltl small { always (x < 4) }
