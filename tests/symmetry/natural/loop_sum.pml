/* Money moves between accounts; an auditor adds up.
   group: S3 of order 6
   states: 290 in 59 */
#define N 3
byte account[N] = 1;

active [N] proctype Client() {
  byte to;
  do
  :: account[_pid] > 0 ->
     if
     :: to = 0
     :: to = 1
     :: to = 2
     fi;
     d_step { account[_pid] > 0 -> account[_pid]--; account[to]++; to = 255 }
  od
}

active proctype Auditor() {
  int total;
  byte i;
  do
  :: d_step {
       total = 0;
       for (i : 0 .. N-1) { total = total + account[i] }
       assert(total == N);
       total = 0; i = 0
     }
  od
}
