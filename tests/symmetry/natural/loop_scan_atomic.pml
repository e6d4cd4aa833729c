/* The same in an atomic sequence, with a for loop and a result that is used afterwards.
   group: S3 of order 6
   states: 124 in 34 */
#define N 3
bool flag[N];

active [N] proctype P() {
  byte i;
  bool someone;
  do
  :: atomic {
       someone = false;
       for (i : 0 .. N-1) {
         if
         :: i != _pid && flag[i] -> someone = true
         :: else
         fi
       }
     };
     if
     :: someone
     :: else -> flag[_pid] = true; flag[_pid] = false
     fi
  od
}
