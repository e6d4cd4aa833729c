/* Corner: a rendezvous beside else, both ends inside of atomic
 * expect plain: verified, 6 states, 7 transitions
 * expect spin: verified, 6 states, 7 transitions
 */
chan c = [0] of { byte }; byte x; active proctype A() { atomic { if :: c!1 :: else -> x = 9 fi; x++ } } active proctype B() { atomic { c?x; x = x + 2; if :: x > 2 -> x = 0 :: else fi } }
