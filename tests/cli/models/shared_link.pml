/* Two readers of one channel, and a writer that numbers its messages. */
chan link = [1] of { byte };

proctype writer()
{
	byte n;

	do
	:: link!n -> n = 1 - n
	od
}

proctype reader()
{
	byte n;

	do
	:: link?n -> n = 0
	od
}

init { atomic { run writer(); run reader(); run reader() } }
