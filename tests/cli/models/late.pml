/* A worker that has come needs its name no more. */
bool here[3];
byte busy;
proctype worker(byte me) {
  here[me] = true;
  do
  :: busy < 1 -> busy++; busy--
  od
}
init { atomic { run worker(1); run worker(2) } }
ltl both { <> (here[1] && here[2]) }
ltl first { <> here[1] }
