/* The greatest of two numbers, one of which does not fit: what comes last decides.
   group: none
   states: 26 in 26
   broken by: 16: a[i] > m: it goes through the elements of a in the order of their numbers, which makes a difference (let the model choose any of them); without this, up to 2 times fewer states */
short a[2] = 5;
byte g;

active [2] proctype P() {
  byte i, m;
  do
  :: a[_pid] = 261 - a[_pid]
  :: d_step {
       m = 0;
       for (i : 0 .. 1) {
         if
         :: a[i] > m -> m = a[i]
         :: else
         fi
       };
       g = m;
       m = 0; i = 0
     }
  :: g == 5 -> a[_pid] = 5
  od
}
