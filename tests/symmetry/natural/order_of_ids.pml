/* The smaller number wins a conflict.
   group: none
   states: 54 in 54
   broken by: 12: wants[_pid] == 1 && (holder == 255 || _pid < holder): numbers that tell processes or elements apart are put in order here (assign such numbers and test them for equality only); without this, up to 6 times fewer states */
#define N 3
byte wants[N];
byte holder = 255;

active [N] proctype P() {
  do
  :: wants[_pid] == 0 -> wants[_pid] = 1
  :: atomic { wants[_pid] == 1 && (holder == 255 || _pid < holder) -> holder = _pid }
  :: atomic { holder == _pid -> holder = 255; wants[_pid] = 0 }
  od
}
