/* Corner: an index above the array's size, in an assignment
 * expect plain: violated (runtime)
 * expect spin: violated (runtime)
 */
byte a[3];
byte i = 1;
active proctype P() { i = i + 2; a[i] = 1 }
active proctype Q() { i-- }
