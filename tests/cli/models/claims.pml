/* A counter that stays below four but not below three, and comes back to zero for ever. */
byte x;
active proctype count() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od }
ltl below_four { [] (x < 4) }
ltl below_three { [] (x < 3) }
ltl comes_back { [] <> (x == 0) }
