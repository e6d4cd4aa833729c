/* Corner: a never claim that is violated when it ends
 * expect plain: violated (claim), 8 states, 8 transitions, 2 errors
 * expect plain noclaim: verified, 13 states, 13 transitions
 * expect spin: violated (claim), 8 states, 8 transitions, 2 errors
 * expect spin noclaim: verified, 13 states, 13 transitions
 */
byte x;
active proctype P() { do :: x < 5 -> x++ :: x == 5 -> break od }
never { do :: x < 3 :: x == 3 -> break od }
