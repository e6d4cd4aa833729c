A formula that is the same for all processes is checked on orbits. The cycle of one orbit goes round until the names are
what they were.

  $ quotient check rota.pml --property ltl:settles --trace settles.json
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient replay rota.pml settles.json --quiet
  quotient: cannot open 'settles.json': No such file or directory
  [2]

One that names a process keeps it apart, and what that costs is told.

  $ quotient check rota.pml --property ltl:mine --trace mine.json
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --property ltl:mine --json - | python3 -c 'import json, sys; print(json.load(sys.stdin)["claims"][0]["symmetry"])'
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  Traceback (most recent call last):
    File "<string>", line 1, in <module>
  KeyError: 'claims'
  [1]

  $ quotient check rota.pml --property ltl --all | grep -A 2 -E "^  (settles|starts|mine)"
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [1]

Fairness goes with symmetry, where processes can be followed along its permutations.

  $ quotient check rota.pml --property ltl:starts --fairness weak
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --property ltl --all --fairness strong
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --property ltl:settles --fairness weak --symmetry sorted
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --property ltl:settles --fairness weak --store compact
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --property ltl:settles --fairness strong --store compact
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --property ltl:settles --symmetry flooding
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --property ltl:starts --store bitstate --fairness weak
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

Searches that may lose states show cycles of the model only, and verify nothing.

  $ quotient check rota.pml --property ltl:settles --symmetry flattened --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --property ltl:starts --symmetry flattened --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --property ltl:settles --store bitstate --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --property ltl:starts --store bitstate --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --property progress --store bitstate --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --property ltl:starts --store compact --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

Strategies with several keys for an orbit.

  $ quotient check rota.pml --property ltl:settles --symmetry sorted --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

  $ quotient check rota.pml --property ltl:starts --symmetry sorted --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]

An audit compares states.

  $ quotient check rota.pml --property ltl:starts --symmetry sorted --audit --quiet
  quotient: --solver off: Promela has no constraints to solve; this option is for B
  [2]
