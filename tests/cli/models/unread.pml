/* Nothing reads `log`, so that it is no part of the state unless steps are plain. */
byte a[2];
byte log[2];
active [2] proctype P() {
  do
  :: a[_pid] = 1 - a[_pid]; log[_pid] = a[_pid]
  od
}
