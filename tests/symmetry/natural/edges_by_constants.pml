/* Mutual exclusion as a translator writes it: a process type for each process, its place in a byte of an array, one
   d_step for each edge.
   group: S3 of order 6
   states: 7 in 3
   by hand: the processes are of different types */
byte slot;
byte place[3];
byte turns;

active proctype P_0() {
n: if
   :: d_step { place[0] == 0 && slot == 0 -> slot = 1; place[0] = 1 }; goto n
   :: d_step { place[0] == 1 && slot == 1 -> turns = 1; place[0] = 2 }; goto n
   :: d_step { place[0] == 2 -> turns = 0; slot = 0; place[0] = 0 }; goto n
   fi
}
active proctype P_1() {
n: if
   :: d_step { place[1] == 0 && slot == 0 -> slot = 2; place[1] = 1 }; goto n
   :: d_step { place[1] == 1 && slot == 2 -> turns = 1; place[1] = 2 }; goto n
   :: d_step { place[1] == 2 -> turns = 0; slot = 0; place[1] = 0 }; goto n
   fi
}
active proctype P_2() {
n: if
   :: d_step { place[2] == 0 && slot == 0 -> slot = 3; place[2] = 1 }; goto n
   :: d_step { place[2] == 1 && slot == 3 -> turns = 1; place[2] = 2 }; goto n
   :: d_step { place[2] == 2 -> turns = 0; slot = 0; place[2] = 0 }; goto n
   fi
}
