/* Thirty clients ask a server, which fails when it has served seven. */
#define N 30
mtype = { ask, answer };
chan requests = [2] of { mtype, byte };
chan answers[N] = [1] of { mtype };
byte served;

active [N] proctype client() {
  requests!ask,_pid;
  answers[_pid]?answer;
  served++
}

active proctype server() {
  byte who;
  do
  :: requests?ask,who -> answers[who]!answer
  :: served == 7 -> assert(false)
  od
}
