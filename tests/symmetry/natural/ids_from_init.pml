/* Ids are filled in by init, from 1 on.
   group: S3 of order 6
   states: 81 in 22 */
#define N 3
byte id[N];
byte owner;

proctype P(byte me) {
  do
  :: owner == 0 -> owner = id[me]
  :: owner == id[me] -> owner = 0
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. N-1) { id[i] = i + 1 }
    i = 0;
    do
    :: i < N -> run P(i); i++
    :: else -> break
    od
  }
}
