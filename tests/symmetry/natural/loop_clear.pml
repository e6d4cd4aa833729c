/* Whoever comes last sends all back to the start: a loop that clears all flags.
   group: S3 of order 6
   states: 7 in 3 */
#define N 3
bool here[N];
byte count;

active [N] proctype Worker() {
  byte i;
  do
  :: atomic {
       !here[_pid] -> here[_pid] = true; count++;
       if
       :: count == N ->
          i = 0;
          do
          :: i < N -> here[i] = false; i++
          :: else -> break
          od;
          count = 0
       :: else
       fi
     }
  od
}
