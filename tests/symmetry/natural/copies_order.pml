/* Priorities by number: who is greater wins. The copies are none.
   group: none
   states: 80 in 80
   by hand: the processes are of different types
   broken by: 10: owner < 2: numbers that tell processes or elements apart are put in order here (assign such numbers and test them for equality only); without this, up to 6 times fewer states
   broken by: 11: owner < 3: numbers that tell processes or elements apart are put in order here (assign such numbers and test them for equality only); without this, up to 6 times fewer states */
byte owner;

active proctype A() { do :: owner < 1 -> owner = 1 :: owner == 1 -> owner = 0 od }
active proctype B() { do :: owner < 2 -> owner = 2 :: owner == 2 -> owner = 0 od }
active proctype C() { do :: owner < 3 -> owner = 3 :: owner == 3 -> owner = 0 od }
