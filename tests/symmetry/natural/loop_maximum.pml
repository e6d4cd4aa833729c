/* Tickets as in a bakery, drawn in one step: one more than the greatest.
   group: S3 of order 6
   states: 63 in 18 */
#define N 3
byte ticket[N];
byte serving = 1;

active [N] proctype Customer() {
  byte i, max;
  do
  :: d_step {
       ticket[_pid] == 0 && serving < 4 ->
       max = serving - 1;
       i = 0;
       do
       :: i < N ->
          if
          :: ticket[i] > max -> max = ticket[i]
          :: else -> skip
          fi;
          i++
       :: else -> break
       od;
       ticket[_pid] = max + 1;
       i = 0; max = 0
     }
  :: d_step { ticket[_pid] == serving -> ticket[_pid] = 0; serving++ }
  od
}
