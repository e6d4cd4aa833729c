/* Votes counted for and against, in nested selections.
   group: S3 of order 6
   states: 149 in 40 */
#define N 3
mtype = { none, yes, no };
mtype vote[N] = none;
byte result;

active [N] proctype Voter() {
  do
  :: vote[_pid] == none ->
     if
     :: vote[_pid] = yes
     :: vote[_pid] = no
     fi
  :: result == 1 && vote[_pid] == no -> vote[_pid] = none
  od
}

active proctype Teller() {
  byte i, votes_for, against;
  do
  :: d_step {
       votes_for = 0; against = 0;
       for (i : 0 .. N-1) {
         if
         :: vote[i] != none ->
            if
            :: vote[i] == yes -> votes_for++
            :: else -> against++
            fi
         :: else
         fi
       };
       result = (votes_for > against -> 1 : 0);
       votes_for = 0; against = 0; i = 0
     }
  od
}
