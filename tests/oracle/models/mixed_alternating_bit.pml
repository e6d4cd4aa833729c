/* Corner: the alternating bit protocol over lossy channels of one place
 * expect plain: verified, 22 states, 23 transitions
 * expect spin: verified, 14 states, 15 transitions
 */
mtype = { msg, ack };
chan to = [1] of { mtype, bit };
chan from = [1] of { mtype, bit };
active proctype Sender()
{
	bit seq; bit in;
	do
	:: to!msg, seq;
	   if
	   :: from?ack, in -> if :: in == seq -> seq = 1 - seq :: else fi
	   :: timeout -> skip
	   fi
	:: to?_, _ -> skip
	od
}
active proctype Receiver() { bit exp; bit in; do :: to?msg, in -> if :: in == exp -> exp = 1 - exp; from!ack, in :: else -> from!ack, in fi od }
