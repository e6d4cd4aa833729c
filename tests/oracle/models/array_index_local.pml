/* Corner: an index beyond a local array inside an atomic sequence
 * expect plain: violated (runtime)
 * expect spin: violated (runtime)
 */
byte g;
active proctype P() { byte a[2]; byte i; atomic { i = g + 1; a[i] = 1 } ; a[0] = a[1] }
active proctype Q() { g++ }
