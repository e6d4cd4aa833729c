/* Corner: a provided clause anywhere turns statement merging off for every process
 * expect plain: verified, 15 states, 21 transitions
 * expect spin: verified, 15 states, 21 transitions
 */
active proctype P() provided (true) { skip }
active proctype Q() { byte a; a = 1; a = 2; a = 3; if :: a == 3 -> a = 4 :: else fi }
