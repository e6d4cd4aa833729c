/* Corner: globals and locals initialised by expressions, arrays filled with one value, lists
 * expect plain: verified, 24 states, 31 transitions
 * expect spin: verified, 24 states, 31 transitions
 */
#define K 4
byte a = 2 + 3 * K;
byte arr[3] = 7;
int neg = -(K - 1);
bool t = (K > 3);
byte list[4] = { 1, 2, 3, 4 };
active proctype P()
{
	byte mine = 5;
	byte copy = mine + 1;
	short here[2] = -1;
	assert(a == 14 && arr[0] == 7 && arr[2] == 7 && neg == -3 && t);
	assert(copy == 6 && here[1] == -1 && list[3] == 4 && list[0] == 1);
	arr[1] = mine
}
active proctype Q() { byte i = 1; arr[i] = i; list[i + 1] = arr[i] }
