/* The same, written with else.
   group: S3 of order 6
   states: 255 in 79 */
#define N 3
bool busy[N];
byte working = 0;

active [N] proctype Worker() {
  do
  :: !busy[_pid] -> busy[_pid] = true
  :: busy[_pid] && working < 2 -> busy[_pid] = false
  od
}

active proctype Monitor() {
  byte i;
  do
  :: atomic {
       working = 0;
       i = 0;
       do
       :: i < N ->
          if
          :: busy[i] -> working++
          :: else
          fi;
          i++
       :: else -> break
       od
     }
  od
}
