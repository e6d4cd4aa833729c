/* A barrier: who comes last lets all go on.
   group: S3 of order 6
   states: 52 in 18 */
#define N 3
byte arrived;
bool sense;

active [N] proctype P() {
  bool mine;
  do
  :: atomic {
       mine = !mine; arrived++;
       if
       :: arrived == N -> arrived = 0; sense = mine
       :: else
       fi
     };
     sense == mine
  od
}
