/* Corner: the same inside of nested unless
 * expect plain: violated (deadlock), 2 states, 2 transitions, 1 errors
 * expect spin: violated (deadlock), 2 states, 2 transitions, 1 errors
 */
chan c = [0] of { bit };
active proctype P()
{
	{ { if :: if :: c!0 :: false fi :: false fi } unless { if :: if :: c!1 :: false fi :: false fi } }
	unless { if :: atomic { if :: false fi } :: false fi }
}
active proctype Q() { do :: c?_ od }
