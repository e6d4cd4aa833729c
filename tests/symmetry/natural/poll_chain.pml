/* A server that looks whether anybody has written before it reads: a chain of polls.
   group: S3 of order 6
   states: 58 in 19 */
chan box[3] = [1] of { byte };
bool busy;

active [3] proctype Client() {
  do
  :: box[_pid]!1
  od
}

active proctype Server() {
  do
  :: (box[0]?[1] || box[1]?[1] || box[2]?[1]) && !busy -> busy = true
  :: busy && box[0]?[1] -> box[0]?1; busy = false
  :: busy && box[1]?[1] -> box[1]?1; busy = false
  :: busy && box[2]?[1] -> box[2]?1; busy = false
  od
}
