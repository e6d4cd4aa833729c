/* A counter that comes back to zero for ever. What the first formula asks for happens in any case, the second asks for nothing since
   its condition never comes true again and again, and the third needs every word of it. */
byte x;
active proctype count() { do :: atomic { x < 3 -> x++ } :: atomic { x == 3 -> x = 0 } od }
ltl needless { [] (x == 2 -> <> (x == 0)) }
ltl idle { [] <> (x == 9) -> [] <> (x == 1) }
ltl needed { [] (x == 3 -> X (x == 0)) }
