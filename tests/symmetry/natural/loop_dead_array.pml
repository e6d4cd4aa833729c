/* A copy of all flags that nobody looks at, made from the last to the first before the own flag changes.
   group: S3 of order 6
   states: 8 in 4 */
bool flag[3];

active [3] proctype P() {
  byte i;
  bool seen[3];
  do
  :: atomic {
       i = 2;
       do
       :: i > 0 -> seen[i] = flag[i]; i--
       :: else -> seen[i] = flag[i]; break
       od;
       flag[_pid] = !flag[_pid]
     }
  od
}
