/* Acknowledgements are gathered in the bits of a number, until all have come.
   group: S3 of order 6
   states: 30 in 13
   by hand: processes are the bits of a number */
#define N 3
#define ALL ((1 << N) - 1)
byte acks;
bool go;

active [N] proctype Participant() {
  do
  :: go && !(acks & (1 << _pid)) -> acks = acks | (1 << _pid)
  od
}

active proctype Coordinator() {
  do
  :: !go -> go = true
  :: go && acks == ALL -> atomic { acks = 0; go = false }
  od
}
