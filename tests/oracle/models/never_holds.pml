/* Corner: a never claim that blocks: the search is cut where it cannot follow
 * expect plain: verified, 15 states, 25 transitions
 * expect plain noclaim: violated (deadlock), 36 states, 58 transitions, 3 errors
 * expect spin: verified, 15 states, 25 transitions
 * expect spin noclaim: violated (deadlock), 36 states, 58 transitions, 3 errors
 */
byte x;
active [2] proctype P() { do :: x < 5 -> x++ :: x == 5 -> break od }
never { do :: x < 3 od }
