/* np_ is true where no process is at a progress label, and false while the program stands still.
 * expect ltl:again: verified, fair verified
 * expect ltl:never_there: violated, fair violated
 * expect ltl:stays_away: violated, fair violated
 */
byte x;
active proctype A() {
  do
  :: x = 0; progress: x = 1
  od
}
active proctype B() { x == 1 }
ltl again { []<> (!np_ || x == 0) }
ltl never_there { [] np_ }
ltl stays_away { <>[] np_ }
