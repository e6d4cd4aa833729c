Elements of deferred sets are interchangeable, those that are named are not.

  $ quotient symmetry tables.mch | grep -v time
  symmetric: S2 × S2 of order 4
    interchangeable  GUEST1, GUEST2
    interchangeable  TABLE1, TABLE2
    generator        (GUEST1 GUEST2)
    generator        (TABLE1 TABLE2)
    broken by        tables.mch:7: 'red' of 'COLOUR' is named, and has a part of its own; a constant in its place ('x : COLOUR') would leave all of them alike

  $ quotient check tables.mch --set GUEST=3 --trace full.json | grep -v -e time -e memory
  violated: invariant violated: !t.(t : TABLE & painted(t) = red => card(at~[{t}] /\ here) < 2) (tables.mch:7), after 3 steps
    states        48
                  representing 288 states (group S3 × S2, order 12)
    transitions   112
    depth         3
    assumed       GUEST has 3 elements (given on the command line)
    assumed       TABLE has 2 elements (assumed: default; try --set TABLE=3)
    assumed       integers from -1 to 3
  counterexample, 3 steps:
        0  tables.mch:5   SETUP_CONSTANTS  at: {(GUEST1|->TABLE1),(GUEST2|->TABLE1),(GUEST3|->TABLE1)}, painted: {(TABLE1|->red),(TABLE2|->red)}
        1  tables.mch:8   INITIALISATION   here: {}
        2  tables.mch:10  come(GUEST1)     here: {} → {GUEST1}
        3  tables.mch:10  come(GUEST2)     here: {GUEST1} → {GUEST1,GUEST2}
  last state:
    at = {(GUEST1|->TABLE1),(GUEST2|->TABLE1),(GUEST3|->TABLE1)}
    painted = {(TABLE1|->red),(TABLE2|->red)}   here = {GUEST1,GUEST2}

  $ quotient check tables.mch --set GUEST=3 --symmetry off | grep -e states
    states        288

A trace is about the solutions of the constants that were set up: one of every orbit, unless symmetry is off.

  $ quotient replay tables.mch full.json
        0  tables.mch:5   SETUP_CONSTANTS  at: {(GUEST1|->TABLE1),(GUEST2|->TABLE1),(GUEST3|->TABLE1)}, painted: {(TABLE1|->red),(TABLE2|->red)}
        1  tables.mch:8   INITIALISATION   here: {}
        2  tables.mch:10  come(GUEST1)     here: {} → {GUEST1}
        3  tables.mch:10  come(GUEST2)     here: {GUEST1} → {GUEST1,GUEST2}
  ends with: invariant violated: !t.(t : TABLE & painted(t) = red => card(at~[{t}] /\ here) < 2) (tables.mch:7)

  $ quotient check tables.mch --set GUEST=3 --symmetry off --trace all.json --quiet
  violated: invariant violated: !t.(t : TABLE & painted(t) = red => card(at~[{t}] /\ here) < 2) (tables.mch:7), after 3 steps
  [1]

  $ quotient replay tables.mch all.json --quiet
  invariant violated: !t.(t : TABLE & painted(t) = red => card(at~[{t}] /\ here) < 2)

All strategies for machines.

  $ quotient check seats.mch --set PEOPLE=5 --property deadlock --symmetry off --json - | grep -e '"states"' -e represents
    "states": 32,
      "represents": "32",

  $ quotient check seats.mch --set PEOPLE=5 --property deadlock --symmetry canonical --json - | grep -e '"states"' -e represents
    "states": 6,
      "represents": "32",

  $ quotient check seats.mch --set PEOPLE=5 --property deadlock --symmetry enumerate --json - | grep -e '"states"' -e represents
    "states": 6,
      "represents": "32",

  $ quotient check seats.mch --set PEOPLE=5 --property deadlock --symmetry flooding --json - | grep -e '"states"' -e represents
    "states": 6,
      "represents": "32",

  $ quotient check seats.mch --set PEOPLE=5 --property deadlock --symmetry approx-markers --json - | grep -e '"states"' -e represents -e '"exact"'
    "exact": true,
    "states": 6,
    "store": "exact",
      "exact": true,
      "represents": null,

  $ quotient check seats.mch --set PEOPLE=2 --symmetry approx-markers --quiet
  verified: all reachable states were explored

  $ quotient check seats.mch --set PEOPLE=20 --symmetry enumerate
  quotient: --symmetry enumerate tries too many of the 2432902008176640000 permutations; use canonical or local-search
  [2]

  $ quotient check seats.mch --set PEOPLE=5 --property deadlock --symmetry exact-markers --json - | grep -e '"states"' -e represents
    "states": 6,
      "represents": null,

  $ quotient check seats.mch --set PEOPLE=5 --property deadlock --symmetry local-search --json - | grep -e '"states"' -e represents
    "states": 6,
      "represents": null,

  $ quotient check seats.mch --symmetry segmented
  quotient: --symmetry segmented is for states of plain cells; use canonical, exact-markers, approx-markers, enumerate, flooding or local-search
  [2]

What cannot be tried out is said, and is no violation.

  $ quotient check crowd.mch | grep -v -e time -e memory
  incomplete: too many values to try for 'chosen' (more than 16777216) (crowd.mch:3)
    states        0
    transitions   0
    depth         0
    assumed       integers from -1 to 3

  $ quotient check crowd.mch --quiet
  incomplete: too many values to try for 'chosen' (more than 16777216) (crowd.mch:3)
  [3]

  $ quotient simulate crowd.mch --seed 1
  seed 1
  incomplete: too many values to try for 'chosen' (more than 16777216) (crowd.mch:3)
  [3]

A refinement has types, concrete variables and preconditions from what it refines.

  $ quotient check bench.ref --set PEOPLE=3 | grep -v -e time -e memory
  verified: all reachable states were explored
    states        4
                  representing 13 states (group S3, order 6)
    transitions   15
    depth         2
    assumed       PEOPLE has 3 elements (given on the command line)
    assumed       integers from -1 to 3

The state graph has one state of every orbit, as a check has; `--symmetry off` writes all of it.

  $ quotient lts seats.mch -o seats.aut
  seats.aut: 3 states, 6 steps
  one state of every orbit (group of order 2): --symmetry off writes the whole graph

  $ quotient lts seats.mch --symmetry off -o seats.aut
  seats.aut: 4 states, 8 steps

An infinite set of which not all was tried makes a search incomplete only where something came to depend on the rest:
amounts do, the coin does not.

  $ quotient check till.mch --max-int 5 2>/dev/null | head -1
  incomplete: 'amount' has no upper bound: only values up to MAXINT = 5 are tried (till.mch:7)

  $ quotient lts till.mch -o till.aut 2>/dev/null
  till.aut: 2 states, 5 steps
  incomplete: 'amount' has no upper bound: only values up to MAXINT = 3 are tried (till.mch:7): steps may be missing
  [3]

  $ sed 's/amount : NATURAL1/amount : 1..9/' till.mch > bounded.mch; quotient check bounded.mch 2>/dev/null | head -1
  verified: all reachable states were explored
