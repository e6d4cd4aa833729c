Temporal formulas of a machine are checked with everything else; what fails has a run, up to where it repeats:

  $ quotient check lift.mch
  violated: formula ASSERT_LTL_answered does not hold (lift.mch:6), after 1 step, then a cycle of 1 step
    states                   5
    transitions              10
    depth                    4
    ltl ASSERT_LTL_safe      verified, 5 states with the claim
    ltl ASSERT_LTL_answered  violated, 7 states with the claim
    assumed                  integers from -1 to 3
    time                     T s
    memory                   M
  counterexample, 1 step, then a cycle of 1 step:
        0  lift.mch:9   INITIALISATION  called: FALSE, moving: FALSE, open: FALSE
        1  lift.mch:11  call            called: FALSE → TRUE
    ----- cycle: the following steps repeat forever
        2  lift.mch:12  ring
  propositions of the formula:
    [call]    true in step 0, false from step 1 on
    [arrive]  false throughout
    [...] is true in a state if the next step of the run is this one
  last state:
    called = TRUE   moving = FALSE   open = FALSE
  [1]

  $ quotient check lift.mch --quiet --property ltl:ASSERT_LTL_safe
  verified: all reachable states were explored

  $ quotient check lift.mch --quiet --property invariant
  verified: all reachable states were explored

More on the command line, up to symmetry; a formula that names an element keeps it apart:

  $ quotient check visitors.mch --ctl 'AG EF {inside = {}}'
  verified: all reachable states were explored
    states                   12
                             canonical, group S3, order 6
    transitions              35
    depth                    0
    ctl AG EF {inside = {}}  verified, 12 states with the claim
    assumed                  integers from -1 to 3
    time                     T s
    memory                   M

  $ quotient check visitors.mch --quiet --ltl 'G ([enter(ann)] => F [leave(ann)])'
  violated: formula G ([enter(ann)] => F [leave(ann)]) does not hold, after 1 step, then a cycle of 2 steps
  [1]

  $ quotient check visitors.mch --quiet --ltl 'SF(leave(ann)) => G ([enter(ann)] => F [leave(ann)])'
  verified: all reachable states were explored

Runs may be asked to be fair to operations: somebody rings for ever, unless the lift goes some time.

  $ quotient check lift.mch --quiet --property ltl --fairness weak
  verified: all reachable states were explored

  $ quotient check lift.mch --quiet --property ltl --fairness weak:go,arrive
  violated: formula ASSERT_LTL_answered does not hold (lift.mch:6), after 4 steps, then a cycle of 1 step
  [1]

  $ quotient check lift.mch --quiet --property ltl --fairness weak:go,ariv
  lift.mch:1:1: error: --fairness: there is no operation 'ariv'
      1 | /* The same lift without fairness: the doors may stay open while somebody calls, or nobody ever moves the lift. The first
        | ^
  [2]

  $ quotient check visitors.mch --ltl 'G ([enter(ann)] => F [leave(ann)])' --fairness strong | grep -v -E "time|memory"
  violated: formula G ([enter(ann)] => F [leave(ann)]) does not hold, after 1 step, then a cycle of 2 steps
    states                    9
                              representing 12 states (group S2, order 2)
    transitions               28
    depth                     3
    ltl G ([enter(ann)] => F [leave(ann)])
                              violated, 9 states with the claim
                              2 of 6 permutations leave it unchanged
    assumed                   integers from -1 to 3
  counterexample, 1 step, then a cycle of 2 steps:
        0  visitors.mch:5  INITIALISATION  inside: {}
        1  visitors.mch:7  enter(ann)      inside: {} → {ann}
    ----- cycle: the following steps repeat forever
        2  visitors.mch:7  enter(bob)      inside: {ann} → {ann,bob}
        3  visitors.mch:8  leave(bob)      inside: {ann,bob} → {ann}
  propositions of the formula:
    [enter(ann)]  true in step 0, false from step 1 on
    [leave(ann)]  false throughout
    [...] is true in a state if the next step of the run is this one
  last state:
    inside = {ann}

  $ quotient check claims.pml --fairness weak:count
  quotient: --fairness for count: Promela has no fairness to some processes alone; this option is for B, mCRL2 and Murphi
  [2]

Errors have their place in the formula:

  $ quotient check lift.mch --ltl 'G {movin = TRUE}'
  (formula):1:4: error: unknown name 'movin'
      1 | G {movin = TRUE}
        |    ^~~~~
          did you mean 'moving'?
  [2]

  $ quotient check lift.mch --ctl 'AG (EF {open = TRUE}'
  (formula):1:4: error: '(' has no end
      1 | AG (EF {open = TRUE}
        |    ^
  [2]

  $ quotient check lift.mch --ltl 'F [fly]'
  (formula):1:4: error: there is no operation 'fly'
      1 | F [fly]
        |    ^~~
  [2]

  $ quotient check lift.mch --property ltl:ASSERT_LTL_sae
  lift.mch:3:9: error: there is no formula 'ASSERT_LTL_sae' in this machine
      3 | MACHINE lift
        |         ^~~~
          did you mean 'ASSERT_LTL_safe'?
  [2]

Formulas about Promela models that are not in their text: a linear one as in an ltl block, a branching one with expressions of
the model in braces.

  $ quotient check claims.pml --ctl 'AG {x == 0}'
  violated: formula AG {x == 0} does not hold, after 2 steps
    states           3
    transitions      3
    depth            2
    ctl AG {x == 0}  violated, 3 states with the claim
    time             T s
    memory           M
  counterexample, 2 steps:
        0  initial state
        1  count(0)  claims.pml:3  x < 3
        2  count(0)  claims.pml:3  x++    x: 0 → 1
  propositions of the formula:
    x == 0  true in steps 0 to 1, false in step 2
  last state:
    x = 1
  [1]

  $ quotient check claims.pml --ltl '<> (x == 2) -> [] (x < 2)' --quiet
  violated: ltl <> (x == 2) -> [] (x < 2) is violated, after 5 steps
  [1]

  $ quotient check claims.pml --ctl 'AG (x == 0)'
  (formula):1:7: error: expected ')' at the end of what '(' begins, not '='
      1 | AG (x == 0)
        |       ^
  (formula):1:7: note: what holds in a state stands in braces: AG {x == 0}
      1 | AG (x == 0)
        |       ^
  [2]
