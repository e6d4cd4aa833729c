A formula about infinite runs: the counterexample is a lasso, its cycle set apart.

  $ quotient check cycles.pml --property ltl:stays --trace stays.json
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient replay cycles.pml stays.json
  quotient: cannot open 'stays.json': No such file or directory
  [2]

What a trace says that its cycle is about was believed, an index into a table of the model included.

  $ sed 's/"site": [0-9]*/"site": 4294967280/' stays.json > lies.json; quotient replay cycles.pml lies.json
  sed: can't read stays.json: No such file or directory
  quotient: lies.json:1:1: this is not a trace: JSON expected
  [2]

  $ sed 's/"kind": "ltl"/"kind": "assertion"/' stays.json > lies.json; quotient replay cycles.pml lies.json
  sed: can't read stays.json: No such file or directory
  quotient: lies.json:1:1: this is not a trace: JSON expected
  [2]

With weak fairness it holds; another does not, and no process is left out on its cycle.

  $ quotient check cycles.pml --property ltl:stays --fairness weak --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check cycles.pml --property ltl:works --fairness weak --trace works.json
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient replay cycles.pml works.json --quiet
  quotient: cannot open 'works.json': No such file or directory
  [2]

A never claim with accept labels.

  $ quotient check cycles.pml --property never --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check cycles.pml --property never --fairness weak --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

The labels of the program.

  $ quotient check cycles.pml --property progress
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check cycles.pml --property accept
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check cycles.pml --property accept --json - | python3 -c 'import json, sys; v = json.load(sys.stdin)["violations"][0]; print(v["kind"], v["length"], v["cycle"])'
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  Traceback (most recent call last):
    File "<string>", line 1, in <module>
  KeyError: 'violations'
  [1]

A run that ends is a cycle too, where an accept label is reached.

  $ quotient check cycles.pml --property accept -D ALONE --trace accept.json --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

Limits hold, and a search that they end verifies nothing.

  $ quotient check cycles.pml --property ltl:stays --fairness weak --max-states 5 --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check cycles.pml --property ltl:stays --fairness weak --max-depth 2 --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

A trace comes from outside: a cycle that is none is refused.

  $ sed 's/"start": [0-9]*/"start": 1/' stays.json > wrong.json; quotient replay cycles.pml wrong.json
  sed: can't read stays.json: No such file or directory
  quotient: wrong.json:1:1: this is not a trace: JSON expected
  [2]

  $ sed 's/"start": [0-9]*/"start": 77/' stays.json > wrong.json; quotient replay cycles.pml wrong.json
  sed: can't read stays.json: No such file or directory
  quotient: wrong.json:1:1: this is not a trace: JSON expected
  [2]

  $ sed 's/"weak_fairness": false/"weak_fairness": true/' stays.json > wrong.json; quotient replay cycles.pml wrong.json
  sed: can't read stays.json: No such file or directory
  quotient: wrong.json:1:1: this is not a trace: JSON expected
  [2]

  $ sed 's/"weak_fairness": false/"weak_fairness": 3/' stays.json > wrong.json; quotient replay cycles.pml wrong.json
  sed: can't read stays.json: No such file or directory
  quotient: wrong.json:1:1: this is not a trace: JSON expected
  [2]

Only Promela has such labels.

  $ quotient check seats.mch --property progress
  quotient: --property progress: B has no accept and progress labels; this option is for Promela and Promela-Lite
  [2]

Where two processes take the same step, a weakly fair run shows both.

  $ quotient check toggle.pml --property ltl:settles --fairness weak | sed -n '/counterexample/,$p'
  quotient: --solver off: Promela has no constraints to solve; this option is for B

If need be, it goes round several times.

  $ printf 'bool x;\nactive [3] proctype p() { do :: x = true od }\nltl starts { [] <> !x }\n' > same.pml; quotient check same.pml --property ltl:starts --symmetry off --fairness weak --trace t.json | sed -n '/counterexample/,$p'; quotient replay same.pml t.json | tail -1
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  quotient: cannot open 't.json': No such file or directory
