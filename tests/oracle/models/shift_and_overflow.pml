/* Corner: shifts and products that overflow what they are assigned to
 * expect plain: violated (assertion), 82 states, 131 transitions, 10 errors
 * expect spin: violated (assertion), 82 states, 131 transitions, 10 errors
 */
byte b = 200;
short s;
int i;
active proctype P() { s = b * b; assert(s == -25536); b = b << 1; assert(b == 144); i = 1 << 31; assert(i < 0); s = i >> 16; assert(s == -32768) }
active proctype Q() { b = b + 100; b = b - 100 }
