/* Corner: locals merged inside atomic, where no state is stored anyway
 * expect plain: verified, 40 states, 63 transitions
 * expect spin: verified, 13 states, 19 transitions
 */
byte g;
active [2] proctype P() { byte a; byte b; atomic { a = 1; b = a; g++; a = b + 1; b = 2; a = 3 } ; b = 4; a = 5; g = a }
