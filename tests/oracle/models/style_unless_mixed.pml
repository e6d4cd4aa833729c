/* Corner: unless over a loop with a receive, nested, and with an atomic escape
 * expect plain: verified, 40 states, 60 transitions
 * expect spin: verified, 40 states, 60 transitions
 */
chan c = [1] of { byte }; byte x; active proctype A() { { do :: x < 3 -> x++ od; x = 9 } unless { c?x; x++ }; { { skip; x = 1 } unless { x == 2 } } unless atomic { x == 5 -> x = 6 } } active proctype B() { c!4; x = 5 }
