/* Each leaves its id where nobody looks, by way of a variable that begins and ends dead: no cell begins with an id.
   group: S3 of order 6
   states: 9 in 5
   by hand: tested because --steps full stored more states than spin */
pid owner;

proctype P() {
  pid x;
  do
  :: x = _pid; owner = x
  od
}

init {
  atomic { run P(); run P(); run P() }
}
