/* Corner: #include of a file beside the model, twice, guarded
 * expect plain: verified, 11 states, 15 transitions
 * expect spin: verified, 11 states, 15 transitions
 */
#include "included.h"
#include "included.h"
byte shared;
active proctype Main()
{
	INCREMENT(shared);
	INCREMENT(shared);
	assert(shared == 2 * STEP)
}
active proctype Other() { (shared > 0) }
