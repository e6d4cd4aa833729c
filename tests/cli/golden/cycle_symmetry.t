A formula that is the same for all processes is checked on orbits. The cycle of one orbit goes round until the names are
what they were.

  $ quotient check rota.pml --property ltl:settles --trace settles.json
  violated: ltl settles is violated (rota.pml:9), after 3 steps, then a cycle of 4 steps
    states        7
                  representing 22 states (group S3, order 6)
    transitions   13
    depth         4
    settles       violated, 7 states with the claim
    time          T s
    memory        M
  counterexample, 3 steps, then a cycle of 4 steps:
        0  initial state
        1  worker(2)  rota.pml:6  turn != _pid
        2  worker(2)  rota.pml:6  turn = _pid   turn: 9 → 2
        3  worker(1)  rota.pml:6  turn != _pid
    ----- cycle: the following steps repeat forever
        4  worker(1)  rota.pml:6  turn = _pid   turn: 2 → 1
        5  worker(2)  rota.pml:6  turn != _pid
        6  worker(2)  rota.pml:6  turn = _pid   turn: 1 → 2
        7  worker(1)  rota.pml:6  turn != _pid
  propositions of the formula:
    (turn == NOBODY)  true in steps 0 to 1, false from step 2 on
  last state:
    turn = 2
  [1]

  $ quotient replay rota.pml settles.json --quiet
  ltl settles is violated

One that names a process keeps it apart, and what that costs is told.

  $ quotient check rota.pml --property ltl:mine --trace mine.json
  violated: ltl mine is violated (rota.pml:11), after 2 steps, then a cycle of 4 steps
    states        22
                  representing 36 states (group S2, order 2)
    transitions   39
    depth         10
    mine          violated, 22 states with the claim
                  2 of 6 permutations leave it unchanged
    time          T s
    memory        M
  counterexample, 2 steps, then a cycle of 4 steps:
        0  initial state
        1  worker(2)  rota.pml:6  turn != _pid
        2  worker(2)  rota.pml:6  turn = _pid   turn: 9 → 2
    ----- cycle: the following steps repeat forever
        3  worker(0)  rota.pml:6  turn != _pid
        4  worker(0)  rota.pml:6  turn = _pid   turn: 2 → 0
        5  worker(2)  rota.pml:6  turn != _pid
        6  worker(2)  rota.pml:6  turn = _pid   turn: 0 → 2
  propositions of the formula:
    (turn == 1)  false throughout
  last state:
    turn = 2
  [1]

  $ quotient check rota.pml --property ltl:mine --json - | python3 -c 'import json, sys; print(json.load(sys.stdin)["claims"][0]["symmetry"])'
  {'strategy': 'canonical', 'order': '2', 'order_without_claim': '6', 'represents': '36', 'remark': None}

  $ quotient check rota.pml --property ltl --all | grep -A 2 -E "^  (settles|starts|mine)"
    settles       violated, 7 states with the claim
    starts        verified, 7 states with the claim
    mine          violated, 22 states with the claim
                  representing 36 states (group of order 2); 2 of 6 permutations leave it unchanged
    time          T s

Fairness goes with symmetry, where processes can be followed along its permutations.

  $ quotient check rota.pml --property ltl:starts --fairness weak
  verified: all reachable states were explored
    states        7
                  representing 20 states (group S3, order 6)
    transitions   13
    depth         4
    starts        verified, 7 states with the claim
    time          T s
    memory        M

  $ quotient check rota.pml --property ltl --all --fairness strong
  violated: ltl settles is violated (rota.pml:9), after 3 steps, then a cycle of 6 steps
    states        10
                  representing 32 states (group S3, order 6)
    transitions   25
    depth         4
    settles       violated, 10 states with the claim
    starts        verified, 7 states with the claim
    mine          verified, 25 states with the claim
                  representing 39 states (group of order 2); 2 of 6 permutations leave it unchanged
    time          T s
    memory        M
  counterexample, 3 steps, then a cycle of 6 steps:
        0  initial state
        1  worker(2)  rota.pml:6  turn != _pid
        2  worker(2)  rota.pml:6  turn = _pid   turn: 9 → 2
        3  worker(1)  rota.pml:6  turn != _pid
    ----- cycle: the following steps repeat forever
        4  worker(1)  rota.pml:6  turn = _pid   turn: 2 → 1
        5  worker(0)  rota.pml:6  turn != _pid
        6  worker(0)  rota.pml:6  turn = _pid   turn: 1 → 0
        7  worker(2)  rota.pml:6  turn != _pid
        8  worker(2)  rota.pml:6  turn = _pid   turn: 0 → 2
        9  worker(1)  rota.pml:6  turn != _pid
  propositions of the formula:
    (turn == NOBODY)  true in steps 0 to 1, false from step 2 on
  last state:
    turn = 2
  [1]

  $ quotient check rota.pml --property ltl:settles --fairness weak --symmetry sorted
  quotient: --symmetry sorted: fairness (settles) needs canonical; use that, or --fairness none
  [2]

  $ quotient check rota.pml --property ltl:settles --fairness weak --store compact
  violated: ltl settles is violated (rota.pml:9), after 3 steps, then a cycle of 6 steps
    states        19
    transitions   27
    depth         11
    coverage      expected above 99.9999 % of the states, compact store
    settles       violated, 19 states with the claim
                  without symmetry, which together with fairness needs --store exact
    time          T s
    memory        M
  counterexample, 3 steps, then a cycle of 6 steps:
        0  initial state
        1  worker(2)  rota.pml:6  turn != _pid
        2  worker(2)  rota.pml:6  turn = _pid   turn: 9 → 2
        3  worker(1)  rota.pml:6  turn != _pid
    ----- cycle: the following steps repeat forever
        4  worker(1)  rota.pml:6  turn = _pid   turn: 2 → 1
        5  worker(0)  rota.pml:6  turn != _pid
        6  worker(0)  rota.pml:6  turn = _pid   turn: 1 → 0
        7  worker(2)  rota.pml:6  turn != _pid
        8  worker(2)  rota.pml:6  turn = _pid   turn: 0 → 2
        9  worker(1)  rota.pml:6  turn != _pid
  propositions of the formula:
    (turn == NOBODY)  true in steps 0 to 1, false from step 2 on
  last state:
    turn = 2
  [1]

  $ quotient check rota.pml --property ltl:settles --fairness strong --store compact
  quotient: --store compact: strong fairness needs --store exact
  [2]

  $ quotient check rota.pml --property ltl:settles --symmetry flooding
  quotient: --symmetry flooding: it cannot be used for infinite runs (settles); use canonical
  [2]

  $ quotient check rota.pml --property ltl:starts --store bitstate --fairness weak
  quotient: --store bitstate: weak fairness needs a store that distinguishes states; use --store exact or compact
  [2]

Searches that may lose states show cycles of the model only, and verify nothing.

  $ quotient check rota.pml --property ltl:settles --symmetry flattened --quiet
  violated: ltl settles is violated (rota.pml:9), after 3 steps, then a cycle of 4 steps
  [1]

  $ quotient check rota.pml --property ltl:starts --symmetry flattened --quiet
  incomplete: no violation found, but --symmetry flattened may have missed states: it ignores which process a variable refers to
  [3]

  $ quotient check rota.pml --property ltl:settles --store bitstate --quiet
  violated: ltl settles is violated (rota.pml:9), after 3 steps, then a cycle of 4 steps
  [1]

  $ quotient check rota.pml --property ltl:starts --store bitstate --quiet
  incomplete: no violation found, but an approximate store may have missed states
  [3]

  $ quotient check rota.pml --property progress --store bitstate --quiet
  violated: non-progress cycle: it contains no progress label, after 2 steps, then a cycle of 4 steps
  [1]

  $ quotient check rota.pml --property ltl:starts --store compact --quiet
  incomplete: no violation found, but an approximate store may have missed states
  [3]

Strategies with several keys for an orbit.

  $ quotient check rota.pml --property ltl:settles --symmetry sorted --quiet
  violated: ltl settles is violated (rota.pml:9), after 3 steps, then a cycle of 4 steps
  [1]

  $ quotient check rota.pml --property ltl:starts --symmetry sorted --quiet
  verified: all reachable states were explored

An audit compares states.

  $ quotient check rota.pml --property ltl:starts --symmetry sorted --audit --quiet
  verified: all reachable states were explored
  note: --audit compares the states of two searches, and cannot be used when searching for cycles
