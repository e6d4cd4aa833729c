Rewrite rules say which states are the same. Unchecked, they prove nothing.

  $ quotient check rota.pml --property assert --symmetry rules --rules rota.rules
  incomplete: no violation found, but --symmetry rules may have missed states: it trusts rules that were not checked (--check-rules)
    states        7
                  rules, 3 instances
    transitions   19
    depth         4
    time          T s
    memory        M
  [3]

  $ quotient check rota.pml --property assert --symmetry rules --rules rota.rules --check-rules | sed -n 1,4p
  verified: all reachable states were explored
    states        7
                  rules, 3 instances, verified by the system graph

With cycles.

  $ quotient check rota.pml --property ltl:settles --symmetry rules --rules rota.rules --check-rules --quiet
  violated: ltl settles is violated (rota.pml:9), after 3 steps, then a cycle of 4 steps
  [1]

  $ quotient check rota.pml --property ltl:settles --symmetry rules --rules rota.rules --quiet
  violated: ltl settles is violated (rota.pml:9), after 3 steps, then a cycle of 4 steps
  [1]

  $ quotient check rota.pml --property ltl:settles --symmetry rules --rules rota.rules --fairness weak
  quotient: --symmetry rules: rules cannot be combined with fairness (settles); use --symmetry off, or --fairness none
  [2]

A formula that names a process is not the same for all; nor is a rule that forgets something.

  $ quotient check rota.pml --property ltl:mine --symmetry rules --rules rota.rules --check-rules --quiet
  rota.rules:2:1: error: workers(i = 0, j = 1) is not a symmetry of ltl mine, which distinguishes what it permutes
      2 | rule workers (i, j in 0 .. 2) {
        | ^~~~~~~~~~~~
  rota.pml:11:12: note: ltl mine
     11 | ltl mine { [] <> (turn == 1) }
        |            ^~~~~~~~~~~~~~~~~
  quotient: --check-rules: the rules are correct for the program, but not together with ltl mine
  [2]

  $ grep -v rename rota.rules > forgets.rules; quotient check rota.pml --property assert --symmetry rules --rules forgets.rules --check-rules
  forgets.rules:2:1: error: workers(i = 0, j = 1) is not a symmetry of the model: it maps a state to one that behaves differently
      2 | rule workers (i, j in 0 .. 2) {
        | ^~~~~~~~~~~~
  quotient: --check-rules: the rules are wrong
  after 1 step:
        0  initial state
        1  worker(1)  rota.pml:6  turn != _pid
  in the state
    turn = 9
  the rule makes these changes: only in the locations of processes
  before them a step is possible that has no counterpart afterwards:
        1  worker(1)  rota.pml:6  turn = _pid  turn: 9 → 1
  [2]

Where it is only a formula that names something, it is the formula that is blamed.

  $ quotient check late.pml --property ltl:first --symmetry rules --rules late.rules --check-rules
  late.rules:1:1: error: workers(i = 1, j = 2) is not a symmetry of ltl first, which distinguishes what it permutes
      1 | rule workers (i, j in 1 .. 2) {
        | ^~~~~~~~~~~~
  late.pml:12:13: note: ltl first
     12 | ltl first { <> here[1] }
        |             ^~~~~~~~~~
  quotient: --check-rules: the rules are correct for the program, but not together with ltl first
  after 2 steps:
        0  initial state
        1  init(0)    late.pml:10  run worker(1)    worker(1).me: 1
           init(0)    late.pml:10  run worker(2)    worker(2).me: 2
        2  worker(2)  late.pml:5   here[me] = true  here[2]: 0 → 1
  in the state
    here[0] = 0   here[1] = 0   here[2] = 1   busy = 0   worker(1).me = 1   worker(2).me = 2
  the rule makes these changes: here[1]: 0 → 1, here[2]: 1 → 0
  the program takes the same steps from both, but to ltl first this one, before the changes, has no counterpart after them:
        1  worker(2)  late.pml:7  busy < 1
  [2]

In a comment of the model, with its macros.

  $ { echo '#define LAST 2'; cat rota.pml; echo '/*@ normalise'; sed '1d; s/\.\. 2/.. LAST/' rota.rules; echo '*/'; } > commented.pml; quotient check commented.pml --property assert --symmetry rules --check-rules --quiet
  verified: all reachable states were explored

Mistakes are told as those of a model are.

  $ printf 'rule a (i, j in 0 .. 2) {\n  swap trun, turn\n}\n' > wrong.rules; quotient check rota.pml --symmetry rules --rules wrong.rules
  wrong.rules:2:8: error: the model has no global variable, channel or process type 'trun'
      2 |   swap trun, turn
        |        ^~~~
          did you mean 'turn'?
  [2]

  $ printf 'rule a (i, j in 0 .. 2) {\n  rename i <-> in turn\n}\n' > wrong.rules; quotient check rota.pml --symmetry rules --rules wrong.rules
  wrong.rules:2:16: error: 'in' is no parameter of this rule, and no macro
      2 |   rename i <-> in turn
        |                ^~
  [2]

  $ printf 'rule a (k in 1 .. 2) {\n  rotate turn by k\n}\n' > wrong.rules; quotient check rota.pml --symmetry rules --rules wrong.rules
  wrong.rules:2:3: error: 'turn' is not an array
      2 |   rotate turn by k
        |   ^~~~~~~~~~~~~~~~
  [2]

Numbers that do not fit.

  $ printf 'rule a () { rename 1 <-> 300 in busy }\n' > wrong.rules; quotient check late.pml --symmetry rules --rules wrong.rules
  wrong.rules:1:33: error: 'busy' cannot hold 300
      1 | rule a () { rename 1 <-> 300 in busy }
        |                                 ^~~~
  [2]

  $ printf 'rule a (k in 1 .. 2) { add k modulo 300 to here, busy }\n' > wrong.rules; quotient check late.pml --symmetry rules --rules wrong.rules
  wrong.rules:1:44: error: 'here[0]' cannot hold 299
      1 | rule a (k in 1 .. 2) { add k modulo 300 to here, busy }
        |                                            ^~~~
  [2]

Processes that never exist, or are chosen by what changes.

  $ sed 's/0 .. 2/0 .. 3/' rota.rules > wrong.rules; quotient check rota.pml --symmetry rules --rules wrong.rules
  wrong.rules:3:26: error: no process of type 'worker' has the number 3
      3 |   swap worker(_pid = i), worker(_pid = j)
        |                          ^~~~~~~~~~~~~~~~
  [2]

  $ sed 's/1 .. 2/1 .. 3/; /here/d' late.rules > wrong.rules; quotient check late.pml --symmetry rules --rules wrong.rules
  wrong.rules:2:24: error: no process of type 'worker' has me = 3
      2 |   swap worker(me = i), worker(me = j)
        |                        ^~~~~~~~~~~~~~
  [2]

  $ printf 'byte n;\nactive [2] proctype p() { byte me; me = _pid; do :: n = me od }\nproctype idle() { skip }\n' > changes.pml; printf 'rule a (i, j in 0 .. 1) {\n  swap p(me = i), p(me = j)\n  rename i <-> j in n\n}\n' > wrong.rules; quotient check changes.pml --symmetry rules --rules wrong.rules
  wrong.rules:2:8: error: 'me' of process type 'p' changes: processes are chosen by a local that never does, or by _pid
      2 |   swap p(me = i), p(me = j)
        |        ^~~~~~~~~
  changes.pml:2:36: note: here it is written
      2 | active [2] proctype p() { byte me; me = _pid; do :: n = me od }
        |                                    ^~~~~~~~~
  [2]

  $ printf 'rule a () { swap idle(_pid = 0), idle(_pid = 1) }\n' > wrong.rules; quotient check changes.pml --symmetry rules --rules wrong.rules
  wrong.rules:1:18: error: no process of type 'idle' is ever created
      1 | rule a () { swap idle(_pid = 0), idle(_pid = 1) }
        |                  ^~~~~~~~~~~~~~
  [2]

  $ printf 'rule a () { swap n, n }\nrule a () { swap n, n }\n' > wrong.rules; quotient check changes.pml --symmetry rules --rules wrong.rules
  wrong.rules:2:1: error: two rules are called 'a'
      2 | rule a () { swap n, n }
        | ^~~~~~
  wrong.rules:1:1: note: the other is here
      1 | rule a () { swap n, n }
        | ^~~~~~
  [2]

  $ quotient check rota.pml --symmetry rules --rules missing.rules
  quotient: cannot open 'missing.rules': No such file or directory
  [2]

  $ quotient check rota.pml --symmetry rules
  quotient: --symmetry rules: there are none; give --rules FILE, or a comment /*@ normalise … */ in the model
  [2]

  $ quotient check rota.pml --rules rota.rules
  quotient: --rules and --check-rules are for --symmetry rules
  [2]

  $ quotient check seats.mch --symmetry rules
  quotient: --symmetry rules: rewrite rules are for Promela models only
  [2]

A rule may name a variable that is no part of the state, since nothing reads it.

  $ quotient check unread.pml --symmetry rules --rules unread.rules --check-rules | sed -n 1,4p
  verified: all reachable states were explored
    states        10
                  rules, 1 instance, verified by the system graph

What processes are chosen by is kept, also where nothing reads it any more; a run is replayed with it.

  $ quotient check late.pml --property assert --symmetry off | sed -n 3p; quotient check late.pml --property assert --symmetry rules --rules late.rules --check-rules | sed -n 1,4p
    states        17
  verified: all reachable states were explored
    states        11
                  rules, 1 instance, verified by the system graph

  $ quotient check late.pml --property ltl:both --symmetry rules --rules late.rules --check-rules --trace t.json --quiet; quotient replay late.pml t.json --quiet
  violated: ltl both is violated (late.pml:11), after 2 steps, then a cycle of 3 steps
  ltl both is violated
