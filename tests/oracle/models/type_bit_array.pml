/* Corner: the elements of a bit or bool array are bytes in the verifier: nothing is cut off
 * expect plain: verified, 46 states, 69 transitions
 * expect spin: verified, 46 states, 69 transitions
 */
bit b[2];
bool t[2];
byte x;
active proctype P() { b[1] = 2; t[0] = 7; x = b[1] + t[0]; assert(x == 9); b[0] = 257; assert(b[0] == 1); b[0]--; b[0]--; assert(b[0] == 255) }
active proctype Q() { t[1] = x }
