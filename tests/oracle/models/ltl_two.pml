/* Corner: two ltl formulas with names: the first is taken when none is asked for
 * expect plain: verified, 5 states, 6 transitions
 * expect plain noclaim: verified, 5 states, 5 transitions
 * expect spin: verified, 5 states, 6 transitions
 * expect spin noclaim: verified, 5 states, 5 transitions
 */
/* oracle-verdict-only */
byte x;
active proctype P() { x = 1; x = 2; x = 3 }
ltl first { [] (x < 4) }
ltl second { [] (x != 2) }
