/* Whoever did not have the last turn may take the next. */
#define NOBODY 9
byte turn = NOBODY;
active [3] proctype worker() {
  do
  :: turn != _pid -> turn = _pid
  od
}
ltl settles { <> [] (turn == NOBODY) }
ltl starts { <> (turn != NOBODY) }
ltl mine { [] <> (turn == 1) }
