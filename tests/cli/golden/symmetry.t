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
