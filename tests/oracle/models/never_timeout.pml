/* Corner: timeout in a claim and in the program
 * expect plain: violated (claim), 6 states, 6 transitions, 3 errors
 * expect plain noclaim: verified, 6 states, 6 transitions
 * expect spin: violated (claim), 6 states, 6 transitions, 3 errors
 * expect spin noclaim: verified, 6 states, 6 transitions
 */
byte x;
active proctype P() { x++; if :: timeout -> x = 7 fi; x++ }
never { do :: x < 7 :: x == 8 -> break :: x == 7 od }
