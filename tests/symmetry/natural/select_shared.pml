/* Somebody fails, chosen by select in a variable that all see.
   group: none
   states: 297 in 297
   broken by: 18: alive[victim] = false: victim gets its value by select, which tries one number after the other where others can see it (select into a local variable); without this, up to 6 times fewer states */
#define N 3
bool alive[N] = true;
byte victim;

active [N] proctype P() {
  do
  :: !alive[_pid] -> alive[_pid] = true
  od
}

active proctype Crash() {
  do
  :: select (victim : 0 .. N-1);
     alive[victim] = false
  od
}
