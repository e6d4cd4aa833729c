/* The nodes of a cube of five dimensions are all of the same age, and look at their neighbours. No two states are alike,
 * since in each all nodes are: their symmetry saves nothing. */
byte age[32];
byte round, x;

active [32] proctype Node() {
  do
  :: age[_pid] != age[_pid ^ 1] || age[_pid] != age[_pid ^ 2] || age[_pid] != age[_pid ^ 4] ||
     age[_pid] != age[_pid ^ 8] || age[_pid] != age[_pid ^ 16] -> assert(false)
  od
}

active proctype Clock() {
  do
  :: d_step {
       round < 99 -> round++;
       age[0] = round; age[1] = round; age[2] = round; age[3] = round;
       age[4] = round; age[5] = round; age[6] = round; age[7] = round;
       age[8] = round; age[9] = round; age[10] = round; age[11] = round;
       age[12] = round; age[13] = round; age[14] = round; age[15] = round;
       age[16] = round; age[17] = round; age[18] = round; age[19] = round;
       age[20] = round; age[21] = round; age[22] = round; age[23] = round;
       age[24] = round; age[25] = round; age[26] = round; age[27] = round;
       age[28] = round; age[29] = round; age[30] = round; age[31] = round
     }
  :: d_step { round > 0 -> round = 0; x = (x + 1) % 60 }
  od
}
