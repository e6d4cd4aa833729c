/* The greatest ticket, found by a loop with a condition for its end, and a skip for what is not greater.
   group: S3 of order 6
   states: 1,403 in 283 */
#define N 3
byte number[N];

active [N] proctype Customer() {
  byte j, m;
  do
  :: atomic {
       m = 0;
       j = 0;
       do
       :: j < N ->
          if
          :: number[j] > m -> m = number[j]
          :: else -> skip
          fi;
          j = j + 1
       :: j >= N -> break
       od;
       j = 0
     };
     if
     :: m < 3 -> number[_pid] = m + 1
     :: else -> number[_pid] = 3
     fi;
     m = 0;
     number[_pid] = 0
  od
}
