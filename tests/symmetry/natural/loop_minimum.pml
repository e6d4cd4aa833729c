/* Clocks that run on together: time goes to the least deadline.
   group: S3 of order 6
   states: 126 in 44 */
#define N 3
#define NONE 9
byte due[N] = NONE;
byte now;

active [N] proctype Timer() {
  do
  :: d_step { due[_pid] == NONE && now < 3 -> due[_pid] = now + 1 }
  :: d_step { due[_pid] == NONE && now < 2 -> due[_pid] = now + 2 }
  :: d_step { due[_pid] == now -> due[_pid] = NONE }
  od
}

active proctype Clock() {
  byte i, least;
  do
  :: atomic {
       least = NONE;
       for (i : 0 .. N-1) {
         least = (due[i] < least -> due[i] : least)
       };
       if
       :: least != NONE && least > now -> now = least
       :: else
       fi;
       least = 0; i = 0
     }
  od
}
