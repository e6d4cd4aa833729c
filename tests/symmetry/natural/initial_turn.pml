/* Turn is 1 at the start, but it can come to be anybody's with all else as it was.
   group: S3 of order 6
   states: 6 in 2 */
#define N 3
byte turn = 1;

active [N] proctype P() {
  do
  :: turn == _pid ->
     if
     :: turn = 0
     :: turn = 1
     :: turn = 2
     fi
  od
}
