/* Two processes do the same to the same. */
bool x;
active proctype left() { do :: x = !x od }
active proctype right() { do :: x = !x od }
ltl settles { <> [] x }
ltl starts { <> x }
