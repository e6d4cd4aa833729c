/* Two workers and a switch: nobody is made to move, so that without fairness one can be left out for ever. */
bool on;
byte done;
active proctype worker() {
  do
  :: on -> done = 1 - done; progress_done: on = false
  od
}
active proctype switch() {
  do
  :: !on -> on = true
  :: !on -> break
  od;
  accept_off: (false)
}
#ifndef ALONE
active proctype idler() {
  bool b;
  do :: b = !b od
}
#endif
ltl works { []<> on }
ltl stays { [] (on -> <> !on) }
never left_on {
  do :: on -> break :: true od;
  accept: do :: on od
}
