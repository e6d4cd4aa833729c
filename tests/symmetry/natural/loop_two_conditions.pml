/* Two conditions that look like opposites, but are about different things: the writer may have to wait for the second
   flag.
   group: S2 of order 2
   states: 32 in 24
   by hand: processes have nothing of their own that could be told apart
   broken by: 26: i = 1: 1 names process P(1) (let the model choose any of them); without this, up to 3 times fewer states */
bool flag[3];
byte turn, up;

active [3] proctype P() {
  do
  :: flag[_pid] = !flag[_pid]
  od
}

active proctype T() {
  do
  :: turn = 1 - turn
  od
}

active proctype W() {
  byte i;
  do
  :: atomic {
       i = 1;
       if
       :: turn == 1 -> up = 1
       :: flag[i] != 1 -> up = 0
       fi;
       i = 0
     }
  od
}
