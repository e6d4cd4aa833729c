/* Peterson's mutual exclusion: who wants to enter does, once nobody is left out of the schedule.
 * expect ltl:entry: violated, fair verified
 * expect ltl:exclusion: verified, fair verified
 * expect ltl:again: violated, fair verified
 * expect progress: verified, fair verified
 */
bool flag[2];
byte turn, inside;
active [2] proctype user() {
  do
  :: flag[_pid] = true;
     turn = 1 - _pid;
     (!flag[1 - _pid] || turn == _pid);
progress_in:
     inside++;
     inside--;
     flag[_pid] = false
  od
}
ltl entry { [] (flag[0] -> <> (user[0]@progress_in)) }
ltl exclusion { [] (inside < 2) }
ltl again { [] <> (user[1]@progress_in) }
