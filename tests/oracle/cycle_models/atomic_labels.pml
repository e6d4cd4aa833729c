/* Labels inside of an atomic sequence are not seen while it runs.
 * expect accept: verified, fair verified
 * expect progress: violated, fair violated
 */
byte x;
active proctype P() {
  do
  :: atomic { x = 1; x = 2; accept_inside: x = 3; progress_inside: x = 4; x = 0 }
  od
}
