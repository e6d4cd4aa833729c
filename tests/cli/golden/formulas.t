Modal formulas of mCRL2: files and texts, verdicts, what shows them, what is refused.

  $ quotient check table.mcrl2 --formula table.mcf | grep -v -e time -e memory
  violated: the formula does not hold (table.mcf:2), after 2 steps
    states             17
                       canonical, group S2, order 2
    transitions        33
    depth              0
    formula table.mcf  violated, 17 states with the claim
  counterexample, 2 steps:
        0  initial state
        1  table.mcrl2:13  lock(p1, f2)|lock(p2, f1)  P_Fork#1: P_Fork(f1) → P_Fork(f1), before down(p2, f1), P_Fork#1.p: p2, P_Fork#2: P_Fork(f2) → P_Fork(f2), before down(p1, f2), P_Fork#2.p: p1, P_Phil#1: P_Phil(p1) → P_Phil(p1), before get(p1, f1), P_Phil#2: P_Phil(p2) → P_Phil(p2), before get(p2, f2)
        2                  (the same state)           formula: [true*] forall p: Phil . <true* . eat(p)> true → <true* . eat(p)> true, formula.p: p1
  last state:
    P_Fork#1 = P_Fork(f1), before down(p2, f1)   P_Fork#1.p = p2   P_Fork#1.f = f1
    P_Fork#2 = P_Fork(f2), before down(p1, f2)   P_Fork#2.p = p1   P_Fork#2.f = f2
    P_Phil#1 = P_Phil(p1), before get(p1, f1)   P_Phil#1.p = p1
    P_Phil#2 = P_Phil(p2), before get(p2, f2)   P_Phil#2.p = p2   formula = <true* . eat(p)> true
    formula.p = p1

All runs: a shortest run to what is forbidden.

  $ quotient check table.mcrl2 --formula '[true* . eat(p1) . (!free(p1, f1))* . eat(p1)] false' | grep -v -e time -e memory
  verified: all reachable states were explored
    states                    12
    transitions               15
    depth                     4
    formula [true* . eat(p1) . (!free(p1, f1))* . eat(p1)] false
                              verified, 12 states with the claim

  $ quotient check table.mcrl2 --formula '[true* . eat(p2)] false' | grep -v -e time -e memory
  violated: the formula does not hold, after 3 steps
    states                    9
    transitions               10
    depth                     3
    formula [true* . eat(p2)] false
                              violated, 9 states with the claim
  counterexample, 3 steps:
        0  initial state
        1  table.mcrl2:13  lock(p2, f1)  P_Fork#1: P_Fork(f1) → P_Fork(f1), before down(p2, f1), P_Fork#1.p: p2, P_Phil#2: P_Phil(p2) → P_Phil(p2), before get(p2, f2)
        2  table.mcrl2:13  lock(p2, f2)  P_Fork#2: P_Fork(f2) → P_Fork(f2), before down(p2, f2), P_Fork#2.p: p2, P_Phil#2: P_Phil(p2), before get(p2, f2) → P_Phil(p2), before eat(p2)
        3  table.mcrl2:11  eat(p2)       P_Phil#2: P_Phil(p2), before eat(p2) → P_Phil(p2), before put(p2, f1), formula: [true* . eat(p2)] false → false
  last state:
    P_Fork#1 = P_Fork(f1), before down(p2, f1)   P_Fork#1.p = p2   P_Fork#1.f = f1
    P_Fork#2 = P_Fork(f2), before down(p2, f2)   P_Fork#2.p = p2   P_Fork#2.f = f2
    P_Phil#1 = P_Phil(p1)   P_Phil#1.p = p1   P_Phil#2 = P_Phil(p2), before put(p2, f1)
    P_Phil#2.p = p2   formula = false

  $ quotient check table.mcrl2 --formula '[true*] forall p: Phil . [eat(p)] false' | grep -v -e time -e memory
  violated: the formula does not hold, after 3 steps
    states                    5
                              representing 8 states (group S2, order 2)
    transitions               6
    depth                     3
    formula [true*] forall p: Phil . [eat(p)] false
                              violated, 5 states with the claim
  counterexample, 3 steps:
        0  initial state
        1  table.mcrl2:13  lock(p1, f2)  P_Fork#2: P_Fork(f2) → P_Fork(f2), before down(p1, f2), P_Fork#2.p: p1, P_Phil#1: P_Phil(p1) → P_Phil(p1), before get(p1, f1)
        2  table.mcrl2:13  lock(p1, f1)  P_Fork#1: P_Fork(f1) → P_Fork(f1), before down(p1, f1), P_Fork#1.p: p1, P_Phil#1: P_Phil(p1), before get(p1, f1) → P_Phil(p1), before eat(p1)
        3  table.mcrl2:11  eat(p1)       P_Phil#1: P_Phil(p1), before eat(p1) → P_Phil(p1), before put(p1, f2), formula: [true*] forall p: Phil . [eat(p)] false → false
  last state:
    P_Fork#1 = P_Fork(f1), before down(p1, f1)   P_Fork#1.p = p1   P_Fork#1.f = f1
    P_Fork#2 = P_Fork(f2), before down(p1, f2)   P_Fork#2.p = p1   P_Fork#2.f = f2
    P_Phil#1 = P_Phil(p1), before put(p1, f2)   P_Phil#1.p = p1   P_Phil#2 = P_Phil(p2)
    P_Phil#2.p = p2   formula = false

One way: found, or not there.

  $ quotient check table.mcrl2 --formula '<true* . eat(p1)> true' | grep -v -e time -e memory
  verified: all reachable states were explored
    states                    9
    transitions               10
    depth                     3
    formula <true* . eat(p1)> true
                              verified, 9 states with the claim

  $ quotient check table.mcrl2 --formula '<true* . eat(p1) . eat(p1)> true' --quiet
  violated: the formula does not hold, after 0 steps
  [1]

A game.

  $ quotient check table.mcrl2 --formula '[true*] <true> true' --quiet
  violated: the formula does not hold, after 2 steps
  [1]

  $ quotient check table.mcrl2 --formula 'mu X . [!exists p: Phil . eat(p)] X' --quiet
  verified: all reachable states were explored

  $ quotient check table.mcrl2 --formula 'nu X . mu Y . forall p: Phil . ([eat(p)] X && [!eat(p)] Y)' --symmetry off --quiet
  violated: the formula does not hold, after 6 steps
  [1]

  $ quotient check table.mcrl2 --formula '[true*] <true> true' --json - --quiet | grep -c '"all": true'
  2

Several; and deadlock beside them only if asked for.

  $ quotient check table.mcrl2 --all --formula '<true> true' --formula table.mcf | grep -v -e time -e memory | head -8
  violated: the formula does not hold (table.mcf:2), after 2 steps
    states               2
                         representing 3 states (group S2, order 2)
    transitions          1
    depth                1
    formula <true> true  verified, 2 states with the claim
    formula table.mcf    violated, 17 states with the claim

  $ quotient check table.mcrl2 --property deadlock --formula '<true> true' --quiet
  violated: deadlock: no action is possible, after 1 step
  [1]

Limits.

  $ quotient check table.mcrl2 --formula table.mcf --max-states 3 --quiet
  incomplete: the limit of 3 states was reached; no violation in the states expanded until then
  [3]

What is wrong has its place.

  $ quotient check table.mcrl2 --formula table_wrong.mcf
  table_wrong.mcf:1:35: error: unknown name 'f3'
      1 | form nu X(n: Nat = 0) . [lock(p1, f3)] !X(n) && [lock(p1)] Y && val(n) && forall k: Nat . X(k);
        |                                   ^~
          did you mean 'f1'?
  table_wrong.mcf:1:41: error: 'X' stands below an odd number of negations
      1 | form nu X(n: Nat = 0) . [lock(p1, f3)] !X(n) && [lock(p1)] Y && val(n) && forall k: Nat . X(k);
        |                                         ^
  table_wrong.mcf:1:9: note: fixed points need it to be below an even number, counted from here
      1 | form nu X(n: Nat = 0) . [lock(p1, f3)] !X(n) && [lock(p1)] Y && val(n) && forall k: Nat . X(k);
        |         ^
  table_wrong.mcf:1:50: error: action 'lock' expects 2 arguments, but found 1
      1 | form nu X(n: Nat = 0) . [lock(p1, f3)] !X(n) && [lock(p1)] Y && val(n) && forall k: Nat . X(k);
        |                                                  ^~~~~~~~
  table.mcrl2:9:25: note: declared here
      9 | act get, put, up, down, lock, free: Phil # Fork;
        |                         ^~~~
  table_wrong.mcf:1:60: error: unknown fixed point variable 'Y'
      1 | form nu X(n: Nat = 0) . [lock(p1, f3)] !X(n) && [lock(p1)] Y && val(n) && forall k: Nat . X(k);
        |                                                            ^
  table_wrong.mcf:1:69: error: expected sort Bool, but this has sort Nat
      1 | form nu X(n: Nat = 0) . [lock(p1, f3)] !X(n) && [lock(p1)] Y && val(n) && forall k: Nat . X(k);
        |                                                                     ^
  [2]

  $ quotient check table.mcrl2 --formula '[true*] delay' --quiet
  (formula):1:9: error: 'delay' speaks of time, which is not supported in formulas: they speak of actions, whenever these happen
      1 | [true*] delay
        |         ^~~~~
  [2]

  $ quotient check table.mcrl2 --formula 'forall n: Nat . <true> val(n < 3)' --quiet
  (formula):1:1: error: nothing bounds the values of 'n'
      1 | forall n: Nat . <true> val(n < 3)
        | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  (formula):1:1: note: a condition can, as in val(n < 10) => …, or an action in a modality: [a(n)]
      1 | forall n: Nat . <true> val(n < 3)
        | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  [2]

A variable that nothing depends on needs no bound.

  $ quotient check table.mcrl2 --formula 'mu B . exists n: Nat . [true] B' | head -1
  violated: the formula does not hold, after 5 steps

  $ quotient check table.mcrl2 --formula 'forall n: Nat . [true* . (exists k: List(Nat) . eat(p1))] true' | head -1
  verified: all reachable states were explored

Quantifiers over numbers that nothing bounds but what is done: now, behind words that do not mention the variable, or by the step.

  $ quotient check gauge.mcrl2 --formula '[true*] (forall n: Nat . (<shows(n)> true && val(n < 3)) => <set(n + 1)> true)' | head -1
  verified: all reachable states were explored

  $ quotient check gauge.mcrl2 --formula '[true*] (forall n, k: Nat . (<shows(n)> true && <set(k)> true) => val(k == n + 1))' | head -1
  verified: all reachable states were explored

  $ quotient check gauge.mcrl2 --formula '[true*] (exists n: Nat . <shows(n)> true && [set(n + 1)] val(n < 2))' | grep -v -e time -e memory
  violated: the formula does not hold, after 3 steps
    states                    4
    transitions               5
    depth                     0
    formula [true*] (exists n: Nat . <shows(n)> true && [set(n + 1)] ...
                              violated, 4 states with the claim
  counterexample, 3 steps:
        0  initial state
        1  gauge.mcrl2:3  set(1)            G.n: 0 → 1
        2  gauge.mcrl2:3  set(2)            G.n: 1 → 2
        3                 (the same state)  formula: [true*] (exists n: Nat . <shows(n)> true && [set(n + 1)] ... → false
  last state:
    G = G   G.n = 2   formula = false

  $ quotient check gauge.mcrl2 --formula 'forall n: Nat . [true* . set(n)] <shows(n)> true' | head -1
  verified: all reachable states were explored

  $ quotient check gauge.mcrl2 --formula 'exists n: Nat . <true* . alarm(n, true)> val(n > 3)' | head -1
  violated: the formula does not hold, after 0 steps

  $ quotient check gauge.mcrl2 --formula 'exists n, k: Nat . <true* . shows(n) . set(k)> val(k == n + 1)' | head -1
  verified: all reachable states were explored

  $ quotient check gauge.mcrl2 --formula '[true* . !(exists n: Nat . shows(n) || set(n))] <shows(0)> true' | head -1
  verified: all reachable states were explored

What a modality applies to ends before '&&', as mCRL2 reads it, also where it begins with a quantifier or a fixed point.

  $ quotient check gauge.mcrl2 --formula '[false] exists n: Nat . val(n < 1) && val(false)' 2>&1 | head -4
  (formula):1:36: warning: 'exists' ends here, as in mCRL2: it stands below a modality or '!', which hold stronger than '&&'; write brackets around what is meant
      1 | [false] exists n: Nat . val(n < 1) && val(false)
        |                                    ^~
  violated: the formula does not hold, after 0 steps

  $ quotient check gauge.mcrl2 --formula '[false] (exists n: Nat . val(n < 1) && val(false))' 2>&1 | head -1
  verified: all reachable states were explored

  $ quotient check gauge.mcrl2 --formula '[true*] mu X . <true> X || <set(1)> true' 2>&1 | head -4
  (formula):1:25: warning: 'mu' ends here, as in mCRL2: it stands below a modality or '!', which hold stronger than '||'; write brackets around what is meant
      1 | [true*] mu X . <true> X || <set(1)> true
        |                         ^~
  verified: all reachable states were explored

A formula that has a meaning only with the scopes of mCRL2 before 202507.0 is read with these.

  $ quotient check gauge.mcrl2 --formula '[true*] forall n: Nat . val(n < 2) => [shows(n)] <set(n + 1)> true' 2>&1 | head -4
  (formula):1:36: warning: the quantifier or fixed point before this reaches beyond it, as in mCRL2 before 202507.0: where it ends since then, the formula has errors; write brackets around what is meant
      1 | [true*] forall n: Nat . val(n < 2) => [shows(n)] <set(n + 1)> true
        |                                    ^~
  verified: all reachable states were explored

  $ quotient check gauge.mcrl2 --formula '[true*] forall n: Nat . val(n < 9) => [shows(n)] mu X . <true> X || <set(n + 1)> true' 2>&1 | head -7
  (formula):1:36: warning: the quantifier or fixed point before this reaches beyond it, as in mCRL2 before 202507.0: where it ends since then, the formula has errors; write brackets around what is meant
      1 | [true*] forall n: Nat . val(n < 9) => [shows(n)] mu X . <true> X || <set(n + 1)> true
        |                                    ^~
  (formula):1:66: warning: the quantifier or fixed point before this reaches beyond it, as in mCRL2 before 202507.0: where it ends since then, the formula has errors; write brackets around what is meant
      1 | [true*] forall n: Nat . val(n < 9) => [shows(n)] mu X . <true> X || <set(n + 1)> true
        |                                                                  ^~
  violated: the formula does not hold, after 5 steps

  $ quotient check gauge.mcrl2 --formula '[true*] forall n: Nat . val(n < 2) => [shows(n)] val(m > n)' 2>&1 | grep error
  (formula):1:54: error: unknown name 'm'

A quantifier over data alone is data: one witness decides it, among infinitely many values too.

  $ quotient check gauge.mcrl2 --formula '[true*] (exists n: Nat . val(n > 5) && (val(n < 7) || false))' 2>&1 | head -1
  verified: all reachable states were explored

  $ quotient check gauge.mcrl2 --formula 'nu X(k: Nat = 3) . (forall n: Nat . val(n < k) => !val(n == k)) && [true] X(k)' 2>&1 | head -1
  verified: all reachable states were explored

  $ quotient check gauge.mcrl2 --formula 'exists n: Nat . val(n mod 2 == 2)' 2>&1 | head -1
  incomplete: variable 'n' of sort Nat has infinitely many values, and no condition bounds it ((formula):1)

  $ quotient check table.mcrl2 --formula '[true* true'
  (formula):1:8: error: expected ']' after what is done, but found 'true'
      1 | [true* true
        |        ^~~~
  [2]

  $ quotient check table.mcrl2 --formula none.mcf
  quotient: cannot open 'none.mcf': No such file or directory
  [2]

  $ quotient check mutex.pml --formula '<true> true'
  quotient: --formula <true> true: Promela has no modal formulas; this option is for mCRL2
  [2]

  $ quotient check table.mcrl2 --formula table.mcf --symmetry flooding
  quotient: --symmetry flooding: formula table.mcf is not checked with it; use canonical
  [2]

A condition that is neither true nor false makes a formula neither: an error of its text where it is constant.

  $ quotient check gauge.mcrl2 --formula 'val(1 / 0 == 1)'
  (formula):1:5: error: this condition is neither true nor false: (1 / 0) == 1
      1 | val(1 / 0 == 1)
        |     ^~~~~~~~~~
  [2]

  $ quotient check gauge.mcrl2 --formula '!val(1 / 0 == 1)' 2>&1 | head -1
  (formula):1:6: error: this condition is neither true nor false: !((1 / 0) == 1)

  $ quotient check gauge.mcrl2 --formula '[val(head([]) == 2)] false' 2>&1 | head -1
  (formula):1:6: error: this condition is neither true nor false: head([]) == 2

  $ quotient check gauge.mcrl2 --formula 'val(2 < 1) => val(1 / 0 == 1)' --quiet
  verified: all reachable states were explored

Where it depends on the state, all that can be said is why nothing is known.

  $ quotient check gauge.mcrl2 --formula '[true*] forall n: Nat . [shows(n)] val(10 / n > 3)' --quiet
  incomplete: this condition is neither true nor false: 3 < (10 / 0) ((formula):1)
  [3]

  $ quotient check gauge.mcrl2 --formula '<true*> exists n: Nat . <shows(n)> val(10 / n > 30)' --quiet
  incomplete: this condition is neither true nor false: 30 < (10 / 0) ((formula):1)
  [3]

  $ quotient check gauge.mcrl2 --formula '[true*] forall n: Nat . [shows(n) && val(10 / n > 3)] false' --quiet
  incomplete: this condition is neither true nor false: 3 < (10 / 0) ((formula):1)
  [3]

  $ quotient check gauge.mcrl2 --formula 'mu X(n: Nat = 0) . val(10 / n > 1) || <true> X(n + 1)' --quiet
  incomplete: this condition is neither true nor false: (10 / 0) <= 1 ((formula):1)
  [3]
