/* Fischer's protocol without clocks as a generator writes it: arrays indexed by constants.
   group: S3 of order 6
   states: 152 in 36
   by hand: the processes are of different types */
byte id = 0;
byte c[3];

active proctype P_0() {
idle:
  if
  :: d_step { id == 0 -> c[0] = 1 }
  fi;
set:
  d_step { c[0] == 1 -> id = 1; c[0] = 2 };
  if
  :: d_step { id == 1 -> c[0] = 3 }; d_step { id = 0; c[0] = 0 }; goto idle
  :: d_step { id != 1 -> c[0] = 0 }; goto idle
  fi
}

active proctype P_1() {
idle:
  if
  :: d_step { id == 0 -> c[1] = 1 }
  fi;
set:
  d_step { c[1] == 1 -> id = 2; c[1] = 2 };
  if
  :: d_step { id == 2 -> c[1] = 3 }; d_step { id = 0; c[1] = 0 }; goto idle
  :: d_step { id != 2 -> c[1] = 0 }; goto idle
  fi
}

active proctype P_2() {
idle:
  if
  :: d_step { id == 0 -> c[2] = 1 }
  fi;
set:
  d_step { c[2] == 1 -> id = 3; c[2] = 2 };
  if
  :: d_step { id == 3 -> c[2] = 3 }; d_step { id = 0; c[2] = 0 }; goto idle
  :: d_step { id != 3 -> c[2] = 0 }; goto idle
  fi
}
