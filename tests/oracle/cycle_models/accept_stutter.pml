/* A run that ends at an accept label is accepted, a run that ends without progress is no non-progress cycle.
 * expect accept: violated, fair violated
 * expect progress: verified, fair verified
 * expect ltl:stays: violated, fair violated
 */
byte x;
active proctype P() {
  do
  :: x < 3 -> x++
  :: x > 1 -> break
  od;
accept_end: (x == 9)
}
active proctype Q() { progress_q: (x == 3) }
ltl stays { [] ((x == 2) -> <> (x == 3)) }
