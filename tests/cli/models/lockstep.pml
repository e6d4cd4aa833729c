/* The nodes of a cube are all of the same age, and look at their neighbours. No two states are alike, since in each all
 * nodes are: their symmetry saves nothing. */
byte age[8];
byte round, x;

active [8] proctype Node() {
  do
  :: age[_pid] != age[_pid ^ 1] || age[_pid] != age[_pid ^ 2] || age[_pid] != age[_pid ^ 4] -> assert(false)
  od
}

active proctype Clock() {
  do
  :: d_step {
       round < 99 -> round++;
       age[0] = round; age[1] = round; age[2] = round; age[3] = round;
       age[4] = round; age[5] = round; age[6] = round; age[7] = round
     }
  :: d_step { round > 0 -> round = 0; x = (x + 1) % 60 }
  od
}
