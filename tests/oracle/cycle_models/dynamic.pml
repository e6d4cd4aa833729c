/* Workers are born and die again and again: fairness holds for each while it lives.
 * expect ltl:born: violated, fair verified
 * expect ltl:works: violated, fair verified
 * expect ltl:rests: violated, fair verified
 * expect progress: violated, fair verified
 */
bool living, work;
proctype worker() { work = true; progress_work: work = false; living = false }
active proctype clock() { bit tick; do :: tick = 1 - tick od }
active proctype master() {
  byte others = _nr_pr;  /* a claim, if there is one, counts in SPIN */
  do
  :: !living && _nr_pr == others -> living = true; run worker()
  od
}
ltl born { [] <> living }
ltl works { [] <> work }
ltl rests { [] (work -> <> !work) }
