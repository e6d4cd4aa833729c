What the verdict says, it says for what. A machine that is right for two persons may be wrong for three:

  $ quotient check office.mch --quiet
  verified for PERSON = 2, assumed; try --set PERSON=3 (all reachable states were explored)

  $ quotient check office.mch --quiet --set PERSON=3
  violated: invariant violated: card(inside) <= 2 (office.mch:5), after 3 steps
  [1]

  $ quotient check office.mch --quiet --set PERSON=2
  verified: all reachable states were explored

  $ quotient check office.mch
  verified for PERSON = 2, assumed; try --set PERSON=3 (all reachable states were explored)
    states        3
                  representing 4 states (group S2, order 2)
    transitions   7
    depth         2
    assumed       PERSON has 2 elements (assumed: default; try --set PERSON=3)
    assumed       integers from -1 to 3
    time          T s
    memory        M

Formulas that nobody checks are no longer passed over in silence:

  $ quotient check timed.mch
  timed.mch:3:21: warning: there is no current state of an animator here
      3 |   ASSERT_LTL == "G (current => {tick < 2})";
        |                     ^~~~~~~
  timed.mch:4:30: warning: 'error' is not supported: errors are reported anyway
      4 |   ASSERT_CTL_back == "AG (EF error)"
        |                              ^~~~~
  incomplete: no violation found, but ASSERT_LTL (timed.mch:3) and 1 more are not checked: they are not supported
    states           4
    transitions      5
    depth            3
    ASSERT_LTL       not checked: it is not supported (timed.mch:3)
    ASSERT_CTL_back  not checked: it is not supported (timed.mch:4)
    assumed          integers from -1 to 3
    time             T s
    memory           M
  [3]

  $ quotient check timed.mch --quiet
  incomplete: no violation found, but ASSERT_LTL (timed.mch:3) and 1 more are not checked: they are not supported
  note: ASSERT_LTL is not checked: it is not supported (timed.mch:3)
  note: ASSERT_CTL_back is not checked: it is not supported (timed.mch:4)
  [3]

  $ quotient check timed.mch --quiet --property invariant
  verified: all reachable states were explored

Constants that two persons are too few for are no violation:

  $ quotient check roles.mch --quiet
  incomplete: no values of the constants satisfy the PROPERTIES for PERSON = 2, assumed; try --set PERSON=3 (roles.mch:5)
  [3]

  $ quotient check roles.mch --quiet --set PERSON=3
  verified: all reachable states were explored

Up to symmetry nothing is listed as never reached that is:

  $ quotient check token.pml --time 60s
  verified: all reachable states were explored
    states        4
                  representing 7 states (group S2, order 2)
    transitions   5
    depth         3
    time          T s
    memory        M

A formula that holds for nothing says so also where hardly anything is said:

  $ quotient check vacuous.pml --quiet
  verified: all reachable states were explored
  note: response is vacuously true: its condition is never met: asked (vacuous.pml:13)
  note: at_once is vacuously true: its condition is never met: asked (vacuous.pml:14)

Who is blocked in a deadlock of a specification:

  $ quotient check stuck.mcrl2
  violated: deadlock: no action is possible, after 0 steps
    states        1
    transitions   0
    depth         0
    time          T s
    memory        M
  counterexample, 0 steps:
        0  initial state
  last state:
    Left = Left   Right = Right
  no process can move:
    Left   stuck.mcrl2:3  r1(1)
    Right  stuck.mcrl2:4  r2(2)
  never reached:
    Left  stuck.mcrl2:3  r1(1)
          stuck.mcrl2:3  s2(2)
    Right  stuck.mcrl2:4  r2(2)
           stuck.mcrl2:4  s1(1)
  [1]

A text that does not mean what it seems to:

  $ quotient check wide.pml --quiet
  wide.pml:5:7: warning: 4294967297 does not fit into 32 bits and is read as 1
      5 |   x = 4294967297;
        |       ^~~~~~~~~~
  verified: all reachable states were explored
