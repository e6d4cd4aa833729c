/* Corner: an index above the array's size, in an expression
 * expect plain: violated (runtime)
 * expect spin: violated (runtime)
 */
byte a[3];
byte i;
active proctype P() { do :: i < 3 -> i++ :: a[i] == 0 -> break od }
