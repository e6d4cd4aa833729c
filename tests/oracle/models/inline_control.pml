/* Corner: inlines that hold loops, choices and labels, each expansion with its own labels
 * expect plain: violated (deadlock), 204 states, 343 transitions, 2 errors
 * expect spin: violated (deadlock), 204 states, 343 transitions, 2 errors
 */
byte x;
inline climb(to) {
	do :: x < to -> x++ :: x >= to -> break od;
	if :: x == to -> x-- :: x > to -> skip fi
}
active proctype P() { climb(2); climb(3) }
active proctype Q() { climb(1) }
