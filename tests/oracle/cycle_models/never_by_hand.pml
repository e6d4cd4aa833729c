/* A claim written by hand: at some point x stays 1 for ever. The second process makes it 0 again if it is not left out.
 * expect never: violated, fair verified
 */
byte x;
active proctype up() { do :: x = 1 od }
active proctype down() { do :: x == 1 -> x = 0 od }
never {
T0: do
  :: x == 1 -> goto accept_one
  :: true
  od;
accept_one: do
  :: x == 1
  od
}
