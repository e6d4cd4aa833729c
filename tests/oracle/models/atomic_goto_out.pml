/* Corner: goto out of an atomic sequence ends it, goto into one begins it in the middle
 * expect plain: verified, 80 states, 121 transitions
 * expect spin: verified, 80 states, 121 transitions
 */
byte x;
active [2] proctype P()
{
	atomic { x++; if :: x > 1 -> goto out :: x <= 1 -> x++ fi; x++ } ;
	x = 0;
	goto in;
out:	x++;
	goto done;
	atomic { x = 9;
in:	x = x + 3; x++ } ;
done:	skip
}
