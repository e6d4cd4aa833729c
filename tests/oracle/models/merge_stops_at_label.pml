/* Corner: merging stops where a label can be jumped to
 * expect plain: verified, 43 states, 66 transitions
 * expect spin: verified, 40 states, 64 transitions
 */
byte g;
active proctype P()
{
	byte i;
	i = 1;
again:	i = i + 1;
	i = i + 1;
	if :: i < 6 -> goto again :: i >= 6 -> skip fi;
	g = i
}
active proctype Q() { g = 1 }
