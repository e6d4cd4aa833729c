/* One proctype for each process, equal up to the number it writes.
   group: S3 of order 6
   states: 7 in 3
   by hand: the processes are of different types */
byte owner;

active proctype A() {
  do
  :: atomic { owner == 0 -> owner = 1 }; assert(owner == 1); owner = 0
  od
}

active proctype B() {
  do
  :: atomic { owner == 0 -> owner = 2 }; assert(owner == 2); owner = 0
  od
}

active proctype C() {
  do
  :: atomic { owner == 0 -> owner = 3 }; assert(owner == 3); owner = 0
  od
}
