/* The same as copies_owner, but one of the three forgets to look.
   group: S2 of order 2
   states: 19 in 12
   by hand: the processes are of different types
   broken by: C does not do what A and B do, with names and numbers of its own */
byte owner;

active proctype A() {
  do
  :: atomic { owner == 0 -> owner = 1 }; owner = 0
  od
}

active proctype B() {
  do
  :: atomic { owner == 0 -> owner = 2 }; owner = 0
  od
}

active proctype C() {
  do
  :: owner = 3; owner = 0
  od
}
