/* Corner: modulo zero is an error
 * expect plain: violated (runtime)
 * expect spin: violated (runtime)
 */
byte x = 1;
byte y;
active proctype P() { x--; y = 10 % x }
