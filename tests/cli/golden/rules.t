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
                  rules, 3 instances, shown right by the system graph

With cycles.

  $ quotient check rota.pml --property ltl:settles --symmetry rules --rules rota.rules --check-rules --quiet
  violated: ltl settles is violated (rota.pml:9), after 3 steps, then a cycle of 4 steps
  [1]

  $ quotient check rota.pml --property ltl:settles --symmetry rules --rules rota.rules --quiet
  violated: ltl settles is violated (rota.pml:9), after 3 steps, then a cycle of 4 steps
  [1]

  $ quotient check rota.pml --property ltl:settles --symmetry rules --rules rota.rules --fairness weak
  quotient: --symmetry rules: rules and weak fairness do not go together (settles); use --symmetry off, or --fairness none
  [2]

A formula that names a process is not the same for all; nor is a rule that forgets something.

  $ quotient check rota.pml --property ltl:mine --symmetry rules --rules rota.rules --check-rules --quiet
  rota.rules:2:1: error: workers(i = 1, j = 2) is no symmetry of the model: it takes a state to one that behaves differently
      2 | rule workers (i, j in 0 .. 2) {
        | ^~~~~~~~~~~~
  quotient: --check-rules: the rules are wrong
  [2]

  $ grep -v rename rota.rules > forgets.rules; quotient check rota.pml --property assert --symmetry rules --rules forgets.rules --check-rules
  forgets.rules:2:1: error: workers(i = 0, j = 2) is no symmetry of the model: it takes a state to one that behaves differently
      2 | rule workers (i, j in 0 .. 2) {
        | ^~~~~~~~~~~~
  quotient: --check-rules: the rules are wrong
  after 1 step:
        0  initial state
        1  worker(2)  rota.pml:6  turn != _pid
  in the state
    turn = 9
  the rule makes these changes: only in where processes are
  before them a step is possible that has no counterpart afterwards:
        1  worker(2)  rota.pml:6  turn = _pid  turn: 9 → 2
  [2]

In a comment of the model, with its macros.

  $ { echo '#define LAST 2'; cat rota.pml; echo '/*@ normalise'; sed '1d; s/\.\. 2/.. LAST/' rota.rules; echo '*/'; } > commented.pml; quotient check commented.pml --property assert --symmetry rules --check-rules --quiet
  verified: all reachable states were explored

Mistakes are told as those of a model are.

  $ printf 'rule a (i, j in 0 .. 2) {\n  swap trun, turn\n}\n' > wrong.rules; quotient check rota.pml --symmetry rules --rules wrong.rules
  wrong.rules:2:8: error: the model has no global variable, channel or proctype 'trun'
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
  wrong.rules:2:3: error: 'turn' is no array
      2 |   rotate turn by k
        |   ^~~~~~~~~~~~~~~~
  [2]

  $ quotient check rota.pml --symmetry rules --rules missing.rules
  error: cannot open 'missing.rules': No such file or directory
  [2]

  $ quotient check rota.pml --symmetry rules
  error: --symmetry rules: there are none; give --rules FILE, or a comment /*@ normalise … */ in the model
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
                  rules, 1 instances, shown right by the system graph
