/* Corner: nested unless with both escapes executable at once
 * expect plain: verified, 23 states, 32 transitions
 * expect spin: verified, 16 states, 24 transitions
 */
bool a;
byte x;
active proctype P()
{
	{ { x = 1; x = 2 } unless { a -> x = 3; x = 4 } } unless { a -> x = 5 }
}
active proctype Q() { a = true; a = false }
