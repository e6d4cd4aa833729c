/* Corner: every operator, precedence, unary minus and complement
 * expect plain: verified, 36 states, 36 transitions
 * expect spin: verified, 36 states, 36 transitions
 */
int r;
active proctype P()
{
	int a = 13;
	int b = 5;
	r = a / b; assert(r == 2);
	r = a % b; assert(r == 3);
	r = -a / b; assert(r == -2);
	r = -a % b; assert(r == -3);
	r = a & b; assert(r == 5);
	r = a | b; assert(r == 13);
	r = a ^ b; assert(r == 8);
	r = ~a; assert(r == -14);
	r = a << 2; assert(r == 52);
	r = a >> 1; assert(r == 6);
	r = -a >> 1; assert(r == -7);
	r = (a < b) + (a > b) * 2 + (a <= 13) * 4 + (a >= 14) * 8; assert(r == 6);
	r = (a == 13 && !(b != 5)) || false; assert(r == 1);
	r = 1 + 2 * 3 - 4 % 3 << 1; assert(r == 12);
	r = a - b - 1; assert(r == 7);
	r = !a; assert(r == 0);
	r = (a & 1) == 1; assert(r)
}
