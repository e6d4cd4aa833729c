/* A non-progress cycle as a claim, written by hand: there is none, since every round passes a progress label.
 * expect never: verified, fair verified
 */
byte x;
active proctype A() {
  do
  :: x = 0; progress: x = 1
  od
}
never {
  do
  :: np_ -> break
  :: true
  od;
accept:
  do
  :: np_
  od
}
