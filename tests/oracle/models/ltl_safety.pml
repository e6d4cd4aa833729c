/* Corner: an ltl formula that is a safety property: [] p
 * expect plain: violated (claim), 70 states, 152 transitions, 10 errors
 * expect plain noclaim: verified, 70 states, 135 transitions
 * expect spin: violated (claim), 70 states, 152 transitions, 10 errors
 * expect spin noclaim: verified, 70 states, 135 transitions
 */
/* oracle-verdict-only */
byte x;
active [2] proctype P() { do :: x < 4 -> x++ :: x > 2 -> x-- :: x == 4 -> break od }
ltl small { [] (x < 5) }
