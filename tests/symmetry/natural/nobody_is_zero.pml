/* 0 is nobody, and process 0 as well.
   group: S2 of order 2
   states: 63 in 36
   broken by: 12: owner == 0: 0 is also the number of process P(0) (start ids at 1, or use 255 for nobody); without this, up to 3 times fewer states
   broken by: 13: owner = 0: 0 is also the number of process P(0) (start ids at 1, or use 255 for nobody); without this, up to 3 times fewer states
   broken by: the initial value of owner: it is 0, which is also the number of process P(0) (start ids at 1, or use 255 for nobody); without this, up to 3 times fewer states */
#define N 3
byte owner;

active [N] proctype P() {
  do
  :: owner == 0 -> owner = _pid
  :: owner == _pid -> owner = 0
  od
}
