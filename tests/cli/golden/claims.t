Each formula is checked beside the program. One that holds, one that does not, one that needs cycles, one that is not there.

  $ quotient check claims.pml --property ltl:below_four --quiet
  verified: all reachable states were explored

  $ quotient check claims.pml --property ltl:below_three --trace bug.json --quiet
  violated: ltl below_three is violated (claims.pml:5), after 7 steps
  [1]

  $ quotient replay claims.pml bug.json --quiet
  ltl below_three is violated

  $ quotient check claims.pml --property ltl:comes_back --quiet
  verified: all reachable states were explored

  $ quotient check claims.pml --property ltl:below_for --quiet
  error: the model has no ltl 'below_for'
          did you mean 'below_four'?
  [2]

  $ quotient check claims.pml --all --json - | python3 -c 'import json, sys; print([(c["name"], c["verdict"]) for c in json.load(sys.stdin)["claims"]])'
  [('below_four', 'verified'), ('below_three', 'violated'), ('comes_back', 'verified')]
