/* Corner: temporal operators that come from macros; they were once taken for brackets and comparisons
 * oracle-verdict-only
 * expect plain: verified, 4 states, 5 transitions
 * expect plain noclaim: verified, 3 states, 4 transitions
 * expect spin: verified, 4 states, 5 transitions
 * expect spin noclaim: verified, 3 states, 4 transitions
 */
#define p (x == 1)
#define q (x == 2)
#define RESP (p -> <>q)
#define SAME (p <-> !odd)
#define ALW(e) [](e)
byte x;
bool odd = true;
active proctype P()
{
	do
	:: d_step { x = 1; odd = false }; d_step { x = 2; odd = true }; x = 0
	od
}
ltl a { [] RESP && ALW(SAME) }
