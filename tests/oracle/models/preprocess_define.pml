/* Corner: object-like and function-like macros, nested, with a continuation line and #undef
 * expect plain: verified, 23 states, 42 transitions
 * expect spin: verified, 23 states, 42 transitions
 */
#define LIMIT 3
#define NEXT(v) ((v + 1) % (LIMIT + 1))
#define TWICE(op, v) \
	op(op(v))
byte x;
active [2] proctype P()
{
	do
	:: x != LIMIT -> x = TWICE(NEXT, x)
	:: x == LIMIT -> x = NEXT(x)
#undef LIMIT
#define LIMIT 2
	:: x == LIMIT -> break
	od
}
