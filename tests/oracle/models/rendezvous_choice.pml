/* Corner: sends and receives on rendezvous channels as options of one choice
 * expect plain: violated (deadlock), 3057 states, 4582 transitions, 2 errors
 * expect spin: violated (deadlock), 3057 states, 4582 transitions, 2 errors
 */
chan a = [0] of { bit };
chan b = [0] of { bit };
byte x;
active proctype P() { do :: a!0 :: b?1 -> x++ :: x > 1 -> break od }
active proctype Q() { do :: a?0 -> x++ :: b!1 :: x > 1 -> break od }
