/* Corner: channel variables assigned and compared
 * expect plain: violated (assertion), 29 states, 41 transitions, 4 errors
 * expect spin: violated (assertion), 29 states, 41 transitions, 4 errors
 */
chan a = [1] of { byte };
chan b = [1] of { byte };
chan which;
byte x;
active proctype P()
{
	if :: which = a :: which = b fi;
	which!3;
	if :: which == a -> x = 1 :: which != a -> x = 2 fi;
	assert(len(a) + len(b) == 1)
}
active proctype Q() { byte v; if :: a?v :: b?v fi }
