/* Corner: ++ and -- of every type, of array elements and of fields
 * expect plain: verified, 31 states, 49 transitions
 * expect spin: verified, 31 states, 49 transitions
 */
typedef T { unsigned u : 2; bit b }
T t;
bit b;
short s = 32767;
byte a[2];
active proctype P() { t.u--; b++; b++; s++; a[1]--; t.b--; a[b]++; t.u++; assert(t.u == 0 && b == 0 && s == -32768 && a[1] == 255 && t.b == 1) }
active proctype Q() { a[0]++ }
