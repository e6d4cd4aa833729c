/* Corner: a variable declared inside a loop body is one variable with one initialisation per execution
 * expect plain: violated (assertion, deadlock), 112 states, 174 transitions, 4 errors
 * expect spin: violated (assertion, deadlock), 96 states, 148 transitions, 4 errors
 */
byte g;
active proctype P()
{
	byte i;
	do
	:: i < 3 -> { byte t = 5; t = t + i; g = t; i++ }
	:: else -> break
	od;
	assert(g == 7)
}
active proctype Q() { g = 1; (g != 1) -> g = 2 }
