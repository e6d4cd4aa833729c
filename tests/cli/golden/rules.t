Rewrite rules say which states are the same. Unchecked, they prove nothing.

  $ quotient check rota.pml --property assert --symmetry rules --rules rota.rules
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --property assert --symmetry rules --rules rota.rules --check-rules | sed -n 1,4p
  quotient: --solver off: Promela has no constraints to solve; this option is for B

With cycles.

  $ quotient check rota.pml --property ltl:settles --symmetry rules --rules rota.rules --check-rules --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --property ltl:settles --symmetry rules --rules rota.rules --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --property ltl:settles --symmetry rules --rules rota.rules --fairness weak
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

A formula that names a process is not the same for all; nor is a rule that forgets something.

  $ quotient check rota.pml --property ltl:mine --symmetry rules --rules rota.rules --check-rules --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ grep -v rename rota.rules > forgets.rules; quotient check rota.pml --property assert --symmetry rules --rules forgets.rules --check-rules
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

Where it is only a formula that names something, it is the formula that is blamed.

  $ quotient check late.pml --property ltl:first --symmetry rules --rules late.rules --check-rules
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

In a comment of the model, with its macros.

  $ { echo '#define LAST 2'; cat rota.pml; echo '/*@ normalise'; sed '1d; s/\.\. 2/.. LAST/' rota.rules; echo '*/'; } > commented.pml; quotient check commented.pml --property assert --symmetry rules --check-rules --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

Mistakes are told as those of a model are.

  $ printf 'rule a (i, j in 0 .. 2) {\n  swap trun, turn\n}\n' > wrong.rules; quotient check rota.pml --symmetry rules --rules wrong.rules
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ printf 'rule a (i, j in 0 .. 2) {\n  rename i <-> in turn\n}\n' > wrong.rules; quotient check rota.pml --symmetry rules --rules wrong.rules
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ printf 'rule a (k in 1 .. 2) {\n  rotate turn by k\n}\n' > wrong.rules; quotient check rota.pml --symmetry rules --rules wrong.rules
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

Numbers that do not fit.

  $ printf 'rule a () { rename 1 <-> 300 in busy }\n' > wrong.rules; quotient check late.pml --symmetry rules --rules wrong.rules
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ printf 'rule a (k in 1 .. 2) { add k modulo 300 to here, busy }\n' > wrong.rules; quotient check late.pml --symmetry rules --rules wrong.rules
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

Processes that never exist, or are chosen by what changes.

  $ sed 's/0 .. 2/0 .. 3/' rota.rules > wrong.rules; quotient check rota.pml --symmetry rules --rules wrong.rules
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ sed 's/1 .. 2/1 .. 3/; /here/d' late.rules > wrong.rules; quotient check late.pml --symmetry rules --rules wrong.rules
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ printf 'byte n;\nactive [2] proctype p() { byte me; me = _pid; do :: n = me od }\nproctype idle() { skip }\n' > changes.pml; printf 'rule a (i, j in 0 .. 1) {\n  swap p(me = i), p(me = j)\n  rename i <-> j in n\n}\n' > wrong.rules; quotient check changes.pml --symmetry rules --rules wrong.rules
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ printf 'rule a () { swap idle(_pid = 0), idle(_pid = 1) }\n' > wrong.rules; quotient check changes.pml --symmetry rules --rules wrong.rules
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ printf 'rule a () { swap n, n }\nrule a () { swap n, n }\n' > wrong.rules; quotient check changes.pml --symmetry rules --rules wrong.rules
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --symmetry rules --rules missing.rules
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --symmetry rules
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --rules rota.rules
  quotient: --rules and --check-rules are for --symmetry rules
  [2]

  $ quotient check seats.mch --symmetry rules
  quotient: --symmetry rules: rewrite rules are for Promela models only
  [2]

A rule may name a variable that is no part of the state, since nothing reads it.

  $ quotient check unread.pml --symmetry rules --rules unread.rules --check-rules | sed -n 1,4p
  quotient: --solver off: Promela has no constraints to solve; this option is for B

What processes are chosen by is kept, also where nothing reads it any more; a run is replayed with it.

  $ quotient check late.pml --property assert --symmetry off | sed -n 3p; quotient check late.pml --property assert --symmetry rules --rules late.rules --check-rules | sed -n 1,4p
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  quotient: --solver off: Promela has no constraints to solve; this option is for B

  $ quotient check late.pml --property ltl:both --symmetry rules --rules late.rules --check-rules --trace t.json --quiet; quotient replay late.pml t.json --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  quotient: cannot open 't.json': No such file or directory
  [2]
