/* Half of the processes give back what they have taken in two steps.
   group: S2 × S2 of order 4
   states: 128 in 51
   broken by: 11: _pid < 2: numbers that tell processes apart are put in order here (test such numbers for equality only); without this, up to 6 times fewer states */
byte taken;

active [4] proctype P() {
  do
  :: atomic { taken < 3 -> taken++ };
     if
     :: _pid < 2 -> taken--
     :: else -> taken--; taken = taken
     fi
  od
}
