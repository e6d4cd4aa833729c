/* Corner: division by zero is an error
 * expect plain: violated (runtime)
 * expect spin: violated (runtime)
 */
byte x = 2;
byte y;
active proctype P() { x--; y = 10 / x }
active proctype Q() { x-- }
