/* Two that step back for each other: they can do so for ever, and each moves all the time, so that fairness does not help.
 * expect ltl:enters: violated, fair violated
 * expect progress: violated, fair violated
 */
bool wants[2];
byte inside;
active [2] proctype user() {
  do
  :: wants[_pid] = true;
     if
     :: wants[1 - _pid] -> wants[_pid] = false
     :: !wants[1 - _pid] -> inside++; progress_in: inside--; wants[_pid] = false
     fi
  od
}
ltl enters { <> (inside > 0) }
