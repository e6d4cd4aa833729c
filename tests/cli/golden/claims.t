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
    starts        not checked (--all continues after a violation)

  $ quotient check toggle.pml --quiet --json t.json; grep -A2 not_checked t.json
  violated: ltl settles is violated (toggle.pml:5), after 1 step, then a cycle of 2 steps
    "not_checked": [
      "starts"
    ],
  --
        "kind": "not_checked",
        "message": "starts is not checked: a violation was found before (--all continues)",
        "at": null,

  $ quotient check toggle.pml --all | sed -n '1p; /^  s[et][ta]/p'
  violated: ltl settles is violated (toggle.pml:5), after 1 step, then a cycle of 2 steps
    states        2
    settles       violated, 3 states with the claim
    starts        verified, 2 states with the claim

  $ quotient check late.pml --max-states 4 | sed -n '1p; /not checked/p'
  incomplete: the limit of 4 states was reached; no violation in the states expanded until then
                  1 of them not expanded when the search ended, and so not checked
    both          not checked
    first         not checked

Of several never claims without names one is chosen by its number in the text, from 1, or by the name SPIN gives it.

  $ printf 'byte x;\nactive proctype P() { do :: x = 1 - x od }\nnever { do :: x == 5 -> break :: else od }\nnever { do :: x == 1 -> break :: else od }\n' > two.pml

  $ quotient check two.pml --property never:1 | head -1
  verified: all reachable states were explored

  $ quotient check two.pml --property never:2 | head -1
  violated: the never claim is matched: its end is reached (two.pml:4), after 2 steps

  $ quotient check two.pml --property never:never_1 | head -1
  violated: the never claim is matched: its end is reached (two.pml:4), after 2 steps

  $ quotient check two.pml --property never:3
  quotient: the model has no never claim '3': name one of never_0, never_1, or give its number, 1 to 2
  [2]

An accept label at the beginning of an option that is an atomic sequence: no state of the search shows it, and SPIN finds the cycle
or not by the order of its search. It is refused where accept labels are asked for; it once was verified.

  $ printf 'active proctype P() {\n  do\n  :: accept2: atomic { skip; skip }\n  od\n}\n' > option.pml

  $ quotient check option.pml --property accept
  option.pml:3:6: warning: a label at the beginning of an option names no state of its own
      3 |   :: accept2: atomic { skip; skip }
        |      ^~~~~~~
  option.pml:3:30: error: an accept label is passed here inside an atomic sequence, where no state is stored
      3 |   :: accept2: atomic { skip; skip }
        |                              ^~~~
  option.pml:3:30: note: put the label before the atomic sequence; at the beginning of an option, before the 'if' or 'do'
      3 |   :: accept2: atomic { skip; skip }
        |                              ^~~~
  [2]

  $ quotient check option.pml --steps plain --property accept | grep error
  option.pml:3:6: warning: a label at the beginning of an option names no state of its own
      3 |   :: accept2: atomic { skip; skip }
        |      ^~~~~~~
  option.pml:3:30: error: an accept label is passed here inside an atomic sequence, where no state is stored
      3 |   :: accept2: atomic { skip; skip }
        |                              ^~~~
  option.pml:3:30: note: put the label before the atomic sequence; at the beginning of an option, before the 'if' or 'do'
      3 |   :: accept2: atomic { skip; skip }
        |                              ^~~~
  [1]

  $ quotient check option.pml --property assert --quiet
  verified: all reachable states were explored

  $ printf 'byte x;\nactive proctype P() {\n  do\n  :: accept2: x = 1 - x\n  od\n}\n' > option.pml

  $ quotient check option.pml --property accept | grep violated
  option.pml:4:6: warning: a label at the beginning of an option names no state of its own
      4 |   :: accept2: x = 1 - x
        |      ^~~~~~~
  violated: acceptance cycle: an accept label is visited infinitely often, in a cycle of 2 steps
    accept        violated, 2 states
