A formula that holds is looked at once more: whether its conditions ever come true, and whether its propositions make a difference.

  $ quotient check needless.pml | grep -v -E "time|memory"
  verified: all reachable states were explored
    states        4
    transitions   5
    depth         3
    needless      verified, 6 states with the claim
    idle          verified, 9 states with the claim
    needed        verified, 5 states with the claim
    note          needless holds whatever x == 2 is (needless.pml:5)
  vacuously true, since the condition is never met:
    idle  needless.pml:6  [] <> (x == 9)

A condition that is never met is worth a word even where little is said.

  $ quotient check needless.pml --quiet
  verified: all reachable states were explored
  note: idle is vacuously true: its condition is never met: [] <> (x == 9) (needless.pml:6)
