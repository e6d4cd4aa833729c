/* Corner: a channel goes with the process that declared it
 * expect plain: verified, 45 states, 66 transitions
 * expect spin: verified, 36 states, 56 transitions
 */
chan c = [1] of { chan };
byte x;
proctype Child() { chan mine = [1] of { byte }; c!mine; mine!5 }
init {
	chan got;
	run Child();
	c?got;
	if :: x = 1 :: (_nr_pr == 1) -> x = 2 fi;
	run Child();
	c?got
}
