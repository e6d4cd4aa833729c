/* Peterson's algorithm as students write it: two proctypes, flags by name, a turn by number.
   group: S2 of order 2
   states: 42 in 22
   by hand: the processes are of different types */
bool want_left, want_right;
byte turn;
byte critical;

active proctype Left() {
  do
  :: want_left = true;
     turn = 2;
     (!want_right || turn == 1);
     critical++;
     assert(critical == 1);
     critical--;
     want_left = false
  od
}

active proctype Right() {
  do
  :: want_right = true;
     turn = 1;
     (!want_left || turn == 2);
     critical++;
     assert(critical == 1);
     critical--;
     want_right = false
  od
}
