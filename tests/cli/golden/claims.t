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
  quotient: the model has no ltl 'below_for'
          did you mean 'below_four'?
  [2]

  $ quotient check claims.pml --all --json - | python3 -c 'import json, sys; print([(c["name"], c["verdict"]) for c in json.load(sys.stdin)["claims"]])'
  [('below_four', 'verified'), ('below_three', 'violated'), ('comes_back', 'verified')]

What is not come to is listed as well.

  $ quotient check toggle.pml | sed -n '1p; /^  s[et][ta]/p'
  violated: ltl settles is violated (toggle.pml:5), after 1 step, then a cycle of 2 steps
    states        2
    settles       violated, 3 states with the claim
    starts        not checked (--all goes on after a violation)

  $ quotient check toggle.pml --quiet --json t.json; grep -A2 not_checked t.json
  violated: ltl settles is violated (toggle.pml:5), after 1 step, then a cycle of 2 steps
    "not_checked": [
      "starts"
    ],
  --
        "kind": "not_checked",
        "message": "starts is not checked: a violation was found before (--all goes on)",
        "at": null,

  $ quotient check toggle.pml --all | sed -n '1p; /^  s[et][ta]/p'
  violated: ltl settles is violated (toggle.pml:5), after 1 step, then a cycle of 2 steps
    states        2
    settles       violated, 3 states with the claim
    starts        verified, 2 states with the claim

  $ quotient check late.pml --max-states 3 | sed -n '1p; /not checked/p'
  incomplete: the limit of 3 states was reached, no violation in what was expanded until then
                  1 of them not expanded when the search ended, and so not checked
    both          not checked
    first         not checked
