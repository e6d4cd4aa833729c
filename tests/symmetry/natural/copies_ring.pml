/* A ring of stations by name, each with a channel by name: rotations.
   group: C3 of order 3
   states: 82 in 30
   by hand: the processes are of different types */
chan to_a = [1] of { byte };
chan to_b = [1] of { byte };
chan to_c = [1] of { byte };
active proctype A() { byte hops; do :: len(to_b) == 0 && len(to_c) == 0 && len(to_a) == 0 -> to_b!1 :: to_a?hops; to_b!hops od }
active proctype B() { byte hops; do :: len(to_b) == 0 && len(to_c) == 0 && len(to_a) == 0 -> to_c!1 :: to_b?hops; to_c!hops od }
active proctype C() { byte seen; do :: len(to_b) == 0 && len(to_c) == 0 && len(to_a) == 0 -> to_a!1 :: to_c?seen; to_a!seen od }
