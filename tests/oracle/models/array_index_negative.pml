/* Corner: a negative index
 * expect plain: violated (runtime)
 * expect spin: violated (runtime)
 */
byte a[2];
int i;
active proctype P() { i--; a[i] = 3 }
