/* Corner: a never claim with else, skip and gotos
 * expect plain: verified, 49 states, 70 transitions
 * expect plain noclaim: verified, 45 states, 61 transitions
 * expect spin: verified, 49 states, 70 transitions
 * expect spin noclaim: verified, 45 states, 61 transitions
 */
byte x;
active [2] proctype P() { x++; x = x * 2; x-- }
never
{
T0:	if :: x == 3 -> goto T1 :: else -> goto T0 fi;
T1:	if :: x == 5 -> skip :: else -> goto T0 fi
}
