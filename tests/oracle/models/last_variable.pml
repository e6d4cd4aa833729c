/* Corner: _last is the process that moved last, and part of the state
 * expect plain: verified, 43 states, 65 transitions
 * expect spin: verified, 43 states, 65 transitions
 */
byte x;
active [2] proctype P() { do :: x < 3 -> x++ :: _last == 1 - _pid && x >= 3 -> break od }
