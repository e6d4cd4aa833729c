/* Corner: P[i]:v reads a local of another process
 * expect plain: verified, 17 states, 20 transitions
 * expect spin: verified, 17 states, 20 transitions
 */
byte x;
active proctype A() { byte mine = 3; x++; mine = 5; x = mine }
active proctype B() { (A[0]:mine == 5); x = A[0]:mine + 1; assert(x == 6 || x == 5) }
