/* Corner: merging across goto, skip and printf
 * expect plain: verified, 73 states, 129 transitions
 * expect spin: verified, 43 states, 73 transitions
 */
byte g;
active [2] proctype P()
{
	byte a;
	a = 1;
	goto next;
next:	a = a + 1;
	skip;
	skip;
	printf("a %d\n", a);
	a = a + 1;
	goto last;
	a = 9;
last:	g = g + a
}
