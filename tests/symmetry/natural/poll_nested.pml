/* Chains of any shape, with !, ?? and else, in an if, a do, a d_step and after provided.
   group: S4 of order 24
   states: 811 in 140 */
chan a[4] = [1] of { byte };
byte n;

active [4] proctype Client() {
  do
  :: a[_pid]!1
  :: a[_pid]!2
  od
}

active proctype Server() provided (!(a[0]??[2] && (a[1]??[2] && a[2]??[2]) && a[3]??[2])) {
  do
  :: n < 2 && (a[0]??[1] || (a[1]??[1] || a[2]??[1]) || a[3]??[1]) -> n++
  :: !(a[0]?[2] && (a[1]?[2] && a[2]?[2]) && a[3]?[2]) -> n = 0
  :: d_step { n == 2 && !(a[0]?[1] || a[1]?[1] || a[2]?[1] || a[3]?[1]) -> n = 1 }
  :: if
     :: (a[0]?[1] || a[1]?[1]) || (a[2]?[1] || a[3]?[1]) -> skip
     :: else -> n = 1
     fi
  :: a[0]?_
  :: a[1]?_
  :: a[2]?_
  :: a[3]?_
  od
}
