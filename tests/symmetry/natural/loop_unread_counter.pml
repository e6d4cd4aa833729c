/* A loop in an atomic sequence that ends in storing what nobody reads: with --steps full that is no part of the state.
   group: S3 of order 6
   states: 8 in 4 */
#define N 3
bool valid[N];
byte sharers;

active [N] proctype Cache() {
  byte i;
  do
  :: atomic { !valid[_pid] -> valid[_pid] = true; sharers++ }
  :: atomic { valid[_pid] ->
       i = 0;
       do
       :: i < N -> valid[i] = false; i++
       :: else -> break
       od;
       sharers = 0 }
  od
}
