/* The first that waits is served: who is first depends on the numbers.
   group: none
   states: 81 in 81
   broken by: 23: waits[i]: it goes through the elements of waits in the order of their numbers, which makes a difference (let the model choose any of them); without this, up to 6 times fewer states */
#define N 3
bool waits[N];
byte served = 255;

active [N] proctype Client() {
  do
  :: !waits[_pid] && served != _pid -> waits[_pid] = true
  :: served == _pid -> served = 255
  od
}

active proctype Server() {
  byte i;
  do
  :: atomic {
       served == 255 && (waits[0] || waits[1] || waits[2]) ->
       i = 0;
       do
       :: waits[i] -> break
       :: else -> i++
       od;
       served = i; waits[i] = false
     }
  od
}
