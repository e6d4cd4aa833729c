/* The same with one box forgotten in the chain: the forgotten client is not like the others.
   group: S2 of order 2
   states: 53 in 32
   by hand: clients that only send have no state of their own, so any permutation of them that leaves the boxes alone is one
   broken by: 17: (box[0]?[1] || box[1]?[1]) && !busy: it is about box[0], box[1], and not about box[2] (treat all channels of box alike); without this, up to 3 times fewer states */
chan box[3] = [1] of { byte };
bool busy;

active [3] proctype Client() {
  do
  :: box[_pid]!1
  od
}

active proctype Server() {
  do
  :: (box[0]?[1] || box[1]?[1]) && !busy -> busy = true
  :: busy && box[0]?[1] -> box[0]?1; busy = false
  :: busy && box[1]?[1] -> box[1]?1; busy = false
  :: busy && box[2]?[1] -> box[2]?1; busy = false
  od
}
