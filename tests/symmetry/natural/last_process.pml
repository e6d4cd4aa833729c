/* The last process clears up: it is told apart by its number.
   group: none
   states: 375 in 375
   broken by: 14: _pid == 2: 2 names process P(2) (let the model choose any of them, in a variable); without this, up to 2 times fewer states */
bool flag[3];
byte turn;

active [3] proctype P() {
  do
  :: flag[_pid] = true;
     (turn == _pid || !flag[turn]) -> turn = _pid;
     flag[_pid] = false;
     if
     :: _pid == 2 -> turn = 0
     :: else
     fi
  od
}
