/* Until, weak until and release about a counter that goes up to three and begins again.
 * expect ltl:strong: verified, fair verified
 * expect ltl:weak: verified, fair verified
 * expect ltl:weak_for_ever: verified, fair verified
 * expect ltl:releases: verified, fair verified
 * expect ltl:strong_for_ever: violated, fair violated
 * expect ltl:settles: violated, fair violated
 * expect ltl:both: verified, fair verified
 */
byte x;
active proctype P() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od }
ltl strong { (x < 2) U (x == 2) }
ltl weak { (x < 3) W (x == 3) }
ltl weak_for_ever { (x < 4) W (x == 9) }
ltl releases { (x == 9) V (x < 4) }
ltl strong_for_ever { (x < 4) U (x == 9) }
ltl settles { <> [] (x == 3) }
ltl both { ([] <> (x == 0)) && ([] <> (x == 3)) }
