/* What is put into variables that are dead afterwards is read before: of an array by a constant index, and by a computed one.
   group: none
   by hand: two processes could change places together with flag and mark, which names tell apart
   states: 18 in 18
   broken by: 16: t[0] = (_pid == 0): 0 names process P(0) (let the model choose any of them, in a variable); without this, up to 2 times fewer states
   broken by: 17: t[1] = (_pid == 1): 1 names process P(1) (let the model choose any of them, in a variable); without this, up to 2 times fewer states */
bool flag[4];
bool mark[4];
bool sign[4];

active [4] proctype P() {
  bool t[2];
  bool x;
  byte i;
  do
  :: atomic { t[0] = (_pid == 0); flag[_pid] = (flag[_pid] != t[0]) }
  :: atomic { t[1] = (_pid == 1); i = 1; mark[_pid] = (mark[_pid] != t[i]); i = 0 }
  :: atomic { x = (_pid == 2); sign[_pid] = (sign[_pid] != x) }
  od
}
