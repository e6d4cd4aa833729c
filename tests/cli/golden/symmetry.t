What is interchangeable in a model, and what is not.

  $ quotient symmetry users.pml | grep -v time
  symmetric: S3 of order 6
    interchangeable  user(1), user(2), user(3)
    generator        (2 3)
    generator        (1 2)

  $ quotient symmetry mutex.pml
  no symmetry
    broken by        the initial value of turn

  $ quotient check users.pml | grep -v -e time -e memory
  verified: all reachable states were explored
    states        6
                  standing for 14, by 6 renamings
    transitions   9
    depth         5
  never reached:
    user  users.pml:17

  $ quotient check users.pml --symmetry enumerate --quiet
  verified: all reachable states were explored

  $ quotient check users.pml --symmetry off | grep states
  verified: all reachable states were explored
    states        14

Some strategies have several states for an orbit, and cannot tell how many states these stand for.

  $ quotient check users.pml --symmetry sorted-main --main-array user.pc | grep -v -e time -e memory
  verified: all reachable states were explored
    states        6
                  sorted-main, 6 renamings
    transitions   9
    depth         5
  never reached:
    user  users.pml:17

  $ quotient check users.pml --symmetry sorted-main --main-array flag
  quotient: --symmetry sorted-main: 'flag' is no array with a plain value for each interchangeable process; there are: user.pc
  [2]

  $ quotient check users.pml --symmetry flooding | grep -e states -e standing
  verified: all reachable states were explored
    states        6
                  standing for 14, by 6 renamings

Others lose orbits, and never say `verified`. How many, and which, an audit finds out.

  $ quotient check penpals.pml --symmetry approx-markers --quiet
  incomplete: no violation found, but --symmetry approx-markers may have missed states: it takes states for one whose processes refer to each other in different ways
  [3]

  $ quotient check penpals.pml --symmetry approx-markers --audit | grep -v -e time -e memory
  incomplete: no violation found, but --symmetry approx-markers may have missed states: it takes states for one whose processes refer to each other in different ways
    states        6
                  approx-markers, 2 renamings
    audit         7 orbits, 6 met, 1 lost: 1 taken for others, 0 behind those; the exact search: verified
    transitions   16
    depth         3
  orbits lost, some of them:
    taken for another, with what that one has instead:
      letter[1] = 1 (2)
      letter[2] = 2 (1)

  $ quotient check penpals.pml --symmetry sorted --audit | grep audit
    audit         7 orbits, 7 met, 0 lost; the exact search: verified

  $ quotient check penpals.pml --audit
  quotient: --audit compares a strategy with canonical: name another with --symmetry
  [2]
