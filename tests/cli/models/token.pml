/* Two nodes pass a token: each has a statement of its own, and both are reached. */
byte x = 1;

proctype node() {
  do
  :: x == _pid ->
    if
    :: _pid == 1 -> x = 2
    :: _pid == 2 -> x = 1
    fi
  od
}

init {
  atomic { run node(); run node() }
}
