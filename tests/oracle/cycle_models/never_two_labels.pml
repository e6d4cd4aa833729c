/* A claim with two accept labels and an end: x goes round 0 1 2, and never gets to 5.
 * expect never: violated, fair violated
 */
byte x;
active proctype P() { do :: x = (x + 1) % 3 od }
never {
  do
  :: x == 5 -> break
  :: x == 1 -> goto accept_one
  :: true
  od;
  goto done;
accept_one: do
  :: x != 2
  :: x == 2 -> goto accept_two
  od;
accept_two: if
  :: x < 2 -> goto accept_one
  fi;
done: skip
}
