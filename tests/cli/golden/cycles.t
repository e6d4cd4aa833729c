A formula about infinite runs: the counterexample is a lasso, its cycle set apart.

  $ quotient check cycles.pml --property ltl:stays --trace stays.json
  violated: ltl stays is violated (cycles.pml:23), after 3 steps, then a cycle of 1 step
    states        20
    transitions   37
    depth         10
    stays         violated, 20 states with the claim
    time          T s
    memory        M
  counterexample, 3 steps, then a cycle of 1 step:
        0  initial state
        1  switch(1)  cycles.pml:11  !on
        2  switch(1)  cycles.pml:11  on = true  on: 0 → 1
        3  idler(2)   cycles.pml:19  b = !b     idler(2).b: 0 → 1
           idler(2)   cycles.pml:19  b = !b     idler(2).b: 1 → 0
    ----- cycle: the following steps repeat forever
        4  idler(2)   cycles.pml:19  b = !b     idler(2).b: 0 → 1
           idler(2)   cycles.pml:19  b = !b     idler(2).b: 1 → 0
  propositions of the formula:
    on   false in steps 0 to 1, true from step 2 on
    !on  true in steps 0 to 1, false from step 2 on
  last state:
    on = 1   done = 0   idler(2).b = 0
  [1]

  $ quotient replay cycles.pml stays.json
        0  initial state
        1  switch(1)  cycles.pml:11  !on
        2  switch(1)  cycles.pml:11  on = true  on: 0 → 1
        3  idler(2)   cycles.pml:19  b = !b     idler(2).b: 0 → 1
           idler(2)   cycles.pml:19  b = !b     idler(2).b: 1 → 0
    ----- cycle: the following steps repeat forever
        4  idler(2)   cycles.pml:19  b = !b     idler(2).b: 0 → 1
           idler(2)   cycles.pml:19  b = !b     idler(2).b: 1 → 0
  ends with: ltl stays is violated (cycles.pml:23)

What a trace says that its cycle is about was believed, an index into a table of the model included.

  $ sed 's/"site": [0-9]*/"site": 4294967280/' stays.json > lies.json; quotient replay cycles.pml lies.json
  quotient: lies.json: the model does not end as the trace says: the trace belongs to another model or other options
  [2]

  $ sed 's/"kind": "ltl"/"kind": "assertion"/' stays.json > lies.json; quotient replay cycles.pml lies.json
  quotient: lies.json: the model does not end as the trace says: the trace belongs to another model or other options
  [2]

With weak fairness it holds; another does not, and no process is left out on its cycle.

  $ quotient check cycles.pml --property ltl:stays --fairness weak --quiet
  verified: all reachable states were explored

  $ quotient check cycles.pml --property ltl:works --fairness weak --trace works.json
  violated: ltl works is violated (cycles.pml:22), after 1 step, then a cycle of 1 step
    states        20
    transitions   49
    depth         9
    works         violated, 20 states with the claim
    time          T s
    memory        M
  counterexample, 1 step, then a cycle of 1 step:
        0  initial state
        1  switch(1)  cycles.pml:12  !on
    ----- cycle: the following steps repeat forever
        2  idler(2)   cycles.pml:19  b = !b  idler(2).b: 0 → 1
           idler(2)   cycles.pml:19  b = !b  idler(2).b: 1 → 0
  propositions of the formula:
    on  false throughout
  last state:
    on = 0   done = 0   idler(2).b = 0
  [1]

  $ quotient replay cycles.pml works.json --quiet
  ltl works is violated

A never claim with accept labels.

  $ quotient check cycles.pml --property never --quiet
  violated: the never claim accepts an infinite run (cycles.pml:24), after 3 steps, then a cycle of 2 steps
  [1]

  $ quotient check cycles.pml --property never --fairness weak --quiet
  verified: all reachable states were explored

The labels of the program.

  $ quotient check cycles.pml --property progress
  violated: non-progress cycle: it contains no progress label, in a cycle of 1 step
    states        3
    transitions   4
    depth         0
    progress      violated, 3 states
    time          T s
    memory        M
  counterexample, a cycle of 1 step:
        0  initial state
    ----- cycle: the following steps repeat forever
        1  idler(2)  cycles.pml:19  b = !b  idler(2).b: 0 → 1
           idler(2)  cycles.pml:19  b = !b  idler(2).b: 1 → 0
  last state:
    on = 0   done = 0   idler(2).b = 0
  [1]

  $ quotient check cycles.pml --property accept
  violated: acceptance cycle: an accept label is visited infinitely often, after 1 step, then a cycle of 1 step
    states        12
    transitions   24
    depth         9
    accept        violated, 12 states
    time          T s
    memory        M
  counterexample, 1 step, then a cycle of 1 step:
        0  initial state
        1  switch(1)  cycles.pml:12  !on
    ----- cycle: the following steps repeat forever
        2  idler(2)   cycles.pml:19  b = !b  idler(2).b: 0 → 1
           idler(2)   cycles.pml:19  b = !b  idler(2).b: 1 → 0
  last state:
    on = 0   done = 0   idler(2).b = 0
  [1]

  $ quotient check cycles.pml --property accept --json - | python3 -c 'import json, sys; v = json.load(sys.stdin)["violations"][0]; print(v["kind"], v["length"], v["cycle"])'
  acceptance 2 {'start': 1, 'length': 1, 'weak_fairness': False, 'fairness': 'none'}

A run that ends is a cycle too, where an accept label is reached.

  $ quotient check cycles.pml --property accept -D ALONE --trace accept.json --quiet
  violated: acceptance cycle: an accept label is visited infinitely often, after 1 step, then nothing moves anymore
  [1]

Limits hold, and a search that they end verifies nothing.

  $ quotient check cycles.pml --property ltl:stays --fairness weak --max-states 5 --quiet
  incomplete: the limit of 5 states was reached; no violation in the states expanded until then
  [3]

  $ quotient check cycles.pml --property ltl:stays --fairness weak --max-depth 2 --quiet
  incomplete: the depth limit of 2 steps was reached; no violation in the states expanded until then
  [3]

A trace comes from outside: a cycle that is none is refused.

  $ sed 's/"start": [0-9]*/"start": 1/' stays.json > wrong.json; quotient replay cycles.pml wrong.json
  quotient: wrong.json: the cycle does not come back to where it began
  [2]

  $ sed 's/"start": [0-9]*/"start": 77/' stays.json > wrong.json; quotient replay cycles.pml wrong.json
  quotient: wrong.json: the cycle of the trace begins behind its end
  [2]

  $ sed 's/"weak_fairness": false/"weak_fairness": true/' stays.json > wrong.json; quotient replay cycles.pml wrong.json
  quotient: wrong.json: a process waits forever although it can always move
  [2]

  $ sed 's/"weak_fairness": false/"weak_fairness": 3/' stays.json > wrong.json; quotient replay cycles.pml wrong.json
  quotient: wrong.json: cycle: 'weak_fairness' must be true or false
  [2]

Only Promela has such labels.

  $ quotient check seats.mch --property progress
  quotient: --property progress: B has no accept and progress labels; this option is for Promela and Promela-Lite
  [2]

Nor is fairness ignored where formulas have none of it: what it rules out would be shown as a counterexample.

  $ quotient check seats.mch --ctl 'AG {1 = 1}' --fairness weak
  (formula):1:1: error: fairness is for linear formulas (--ltl); with --fairness, name those that are to be checked
      1 | AG {1 = 1}
        | ^~~~~~~~~~
  [2]

Where two processes take the same step, a weakly fair run shows both.

  $ quotient check toggle.pml --property ltl:settles --fairness weak | sed -n '/counterexample/,$p'
  counterexample, 1 step, then a cycle of 2 steps:
        0  initial state
        1  right(1)  toggle.pml:4  x = !x  x: 0 → 1
    ----- cycle: the following steps repeat forever
        2  right(1)  toggle.pml:4  x = !x  x: 1 → 0
        3  left(0)   toggle.pml:3  x = !x  x: 0 → 1
  propositions of the formula:
    x  false in step 0, true in step 1, false in step 2, true in step 3
  last state:
    x = 1

If need be, it goes round several times.

  $ printf 'bool x;\nactive [3] proctype p() { do :: x = true od }\nltl starts { [] <> !x }\n' > same.pml; quotient check same.pml --property ltl:starts --symmetry off --fairness weak --trace t.json | sed -n '/counterexample/,$p'; quotient replay same.pml t.json | tail -1
  counterexample, 2 steps, then a cycle of 3 steps:
        0  initial state
        1  p(2)  same.pml:2  x = true  x: 0 → 1
        2  p(2)  same.pml:2  x = true
    ----- cycle: the following steps repeat forever
        3  p(2)  same.pml:2  x = true
        4  p(1)  same.pml:2  x = true
        5  p(0)  same.pml:2  x = true
  propositions of the formula:
    !x  true in step 0, false from step 1 on
  last state:
    x = 1
  ends with: ltl starts is violated (same.pml:3)

While a program stands still np_ is false, as in pan: a claim for non-progress cycles does not take a run that comes to an end for
one. Of a program that goes on, it does.

  $ printf 'byte x;\nactive proctype A() { x = 1; x = 2 }\nnever { do :: true :: np_ -> break od; accept: do :: np_ od }\n' > np_ended.pml

  $ quotient check np_ended.pml --property never --quiet
  verified: all reachable states were explored

  $ quotient check np_ended.pml --property never --steps spin --fairness weak --quiet
  verified: all reachable states were explored

  $ sed 's/x = 2/do :: x = 2; x = 3 od/' np_ended.pml > np_runs.pml; quotient check np_runs.pml --property never --quiet
  violated: the never claim accepts an infinite run (np_runs.pml:3), after 1 step, then a cycle of 2 steps
  [1]
