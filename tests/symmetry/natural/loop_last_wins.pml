/* The last one that asks gets it.
   group: none
   states: 81 in 81
   broken by: 23: asks[i]: it goes through the elements of asks in the order of their numbers, which makes a difference (let the model choose any of them); without this, up to 6 times fewer states */
#define N 3
bool asks[N];
byte winner = 255;

active [N] proctype Client() {
  do
  :: !asks[_pid] && winner != _pid -> asks[_pid] = true
  :: winner == _pid -> d_step { asks[_pid] = false; winner = 255 }
  od
}

active proctype Server() {
  byte i;
  do
  :: d_step {
       winner == 255 ->
       for (i : 0 .. N-1) {
         if
         :: asks[i] -> winner = i
         :: else
         fi
       };
       i = 0
     }
  od
}
