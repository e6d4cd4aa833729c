/* A server that keeps the id of the client it serves. Between two clients the id is dead, and 0 is a client.
   group: S4 of order 24
   states: 320 in 25 */
#define N 4
chan req = [N] of { byte };
chan rep[N] = [1] of { byte };

active [N] proctype Client() {
  do
  :: req!_pid; rep[_pid]?1
  od
}

active proctype Server() {
  byte who;
  do
  :: req?who; rep[who]!1
  od
}
