A counterexample is saved, and stepped through with the options it was found with.

  $ quotient check mutex.pml --steps spin -D BROKEN --trace bug.json --quiet
  violated: assertion violated: (critical == 1) (mutex.pml:14), after 7 steps
  [1]

  $ quotient replay mutex.pml bug.json
        0  initial state
        1  user(0)  mutex.pml:8   flag[_pid] = 1                        flag[0]: 0 → 1
        2  user(0)  mutex.pml:12  (flag[1 - _pid] == 0 || turn == 1 - _pid)
        3  user(0)  mutex.pml:13  critical++                            critical: 0 → 1
        4  user(1)  mutex.pml:8   flag[_pid] = 1                        flag[1]: 0 → 1
        5  user(1)  mutex.pml:12  (flag[1 - _pid] == 0 || turn == 1 - _pid)
        6  user(1)  mutex.pml:13  critical++                            critical: 1 → 2
        7  user(1)  mutex.pml:14  assert(critical == 1)
  ends with: assertion violated: (critical == 1) (mutex.pml:14)

  $ printf '\ns\n\n\nq\n' | quotient replay mutex.pml bug.json --interactive
        0  initial state
  enter next, b back, 0-7 go there, s state, q quit >       1  user(0)  mutex.pml:8   flag[_pid] = 1                        flag[0]: 0 → 1
  enter next, b back, 0-7 go there, s state, q quit >   flag[0] = 1   flag[1] = 0   turn = 0   critical = 0
  enter next, b back, 0-7 go there, s state, q quit >       2  user(0)  mutex.pml:12  (flag[1 - _pid] == 0 || turn == 1 - _pid)
  enter next, b back, 0-7 go there, s state, q quit >       3  user(0)  mutex.pml:13  critical++                            critical: 0 → 1
  enter next, b back, 0-7 go there, s state, q quit >

Without the definition it is another model, which cannot follow.

  $ quotient replay mutex.pml bug.json -D OTHER
  quotient: bug.json: the model does not end as the trace says: the trace belongs to another model or other options
  [2]

A trace comes from outside.

  $ quotient replay mutex.pml mutex.pml
  quotient: mutex.pml:1:1: this is not a trace: JSON expected
  [2]

  $ echo '{}' > empty.json; quotient replay mutex.pml empty.json
  quotient: empty.json:1:1: this is not a trace: "format": "quotient-trace" is missing
  [2]

  $ sed 's/"choices"/"chances"/' bug.json > bad.json; quotient replay mutex.pml bad.json
  quotient: bad.json: 'choices' is missing, it must be a list of numbers from 0 to 4294967295
  [2]

  $ sed 's/"BROKEN"/"not a name"/' bug.json > bad.json; quotient replay mutex.pml bad.json
  quotient: bad.json: -D not a name: NAME or NAME=VALUE is expected
  [2]

  $ quotient replay mutex.pml missing.json
  quotient: cannot open 'missing.json': No such file or directory
  [2]

Nothing is written where nothing is wrong.

  $ quotient check mutex.pml --steps spin --trace fine.json --quiet; ls fine.json
  verified: all reachable states were explored
  ls: cannot access 'fine.json': No such file or directory
  [2]

By its extension the file is for other programs: Graphviz, mCRL2's tools where steps are actions, SPIN where they are statements.

  $ quotient check mutex.pml --steps spin -D BROKEN --trace bug.dot --quiet
  violated: assertion violated: (critical == 1) (mutex.pml:14), after 7 steps
  [1]

  $ head -8 bug.dot
  digraph run {
    label="assertion violated: (critical == 1)";
    node [shape=box, style=rounded, fontname="sans-serif"];
    edge [fontname="sans-serif"];
    s0 [label="0"];
    s1 [label="1\nflag[0] = 1"];
    s2 [label="2"];
    s3 [label="3\ncritical = 1"];

  $ quotient check office.mch --set PERSON=3 --trace bug.tr --quiet
  violated: invariant violated: card(inside) <= 2 (office.mch:5), after 3 steps
  [1]

  $ cat bug.tr
  enter(PERSON1)
  enter(PERSON2)
  enter(PERSON3)

  $ quotient check mutex.pml --trace bug.tr
  quotient: --trace bug.tr: a trace of mCRL2 is a list of actions, and steps here are statements of processes; use .json for quotient replay, or .dot
  [2]

  $ quotient check mutex.pml --steps spin -D BROKEN --trace bug.trail --quiet
  violated: assertion violated: (critical == 1) (mutex.pml:14), after 7 steps
  [1]

  $ cat bug.trail
  1:0:0
  2:0:1
  3:0:2
  4:1:0
  5:1:1
  6:1:2
  7:1:3

  $ quotient check office.mch --set PERSON=3 --trace bug.trail
  quotient: --trace bug.trail: a trail is a list of statements of Promela processes; use .json for quotient replay, or .dot
  [2]

A variable that is assigned by a later statement of the same step, and was nothing before, does not change before that.

  $ printf 'chan q = [1] of { byte }; byte g;\nactive proctype P() {\n  byte x;\n  q!1;\n  x = 3;\n  g = x;\n  assert(g == 1)\n}\n' > late_value.pml; quotient check late_value.pml | sed -n '/counterexample/,$p'
  counterexample, 3 steps:
        0  initial state
        1  P(0)  late_value.pml:4  q!1             q: [] → [1]
                                   sends q!1
           P(0)  late_value.pml:5  x = 3           P(0).x: 0 → 3
        2  P(0)  late_value.pml:6  g = x           g: 0 → 3
        3  P(0)  late_value.pml:7  assert(g == 1)
  last state:
    g = 3   q = [1]   P(0).x = –
