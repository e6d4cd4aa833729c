/* Corner: typedef inside typedef, with arrays of both
 * expect plain: verified, 57 states, 99 transitions
 * expect spin: verified, 57 states, 99 transitions
 */
typedef Inner { byte v[2]; bit on }
typedef Outer { Inner part[2]; short sum }
Outer o;
active [2] proctype P()
{
	byte k;
	k = _pid;
	o.part[k].v[0] = k + 1;
	o.part[k].v[1] = o.part[k].v[0] * 2;
	o.part[k].on = 1;
	o.sum = o.sum + o.part[k].v[1];
	assert(o.sum <= 6)
}
