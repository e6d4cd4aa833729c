/* Corner: a provided clause that reads _pid: the processes move in rounds
 * expect plain: violated (deadlock), 39 states, 39 transitions, 1 errors
 * expect spin: violated (deadlock), 39 states, 39 transitions, 1 errors
 */
byte token;
byte rounds;
active [3] proctype P() provided (token == _pid)
{
	do
	:: rounds < 4 -> rounds = rounds + (_pid == 2 -> 1 : 0); token = (_pid + 1) % 3
	:: rounds >= 4 -> break
	od;
	token = (_pid == 0 -> 0 : _pid - 1)
}
