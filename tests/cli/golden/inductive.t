Whether every step keeps the invariant, from reachable states or not.

  $ quotient inductive stack.mch
  inductive: every step from a state that satisfies the invariant leads to such a state (4 states, 7 steps)

  $ quotient inductive drift.mch
  not inductive: invariant violated: x /= 5 (drift.mch:4)
  from a state that satisfies the invariant, reachable or not:
    x = 3
        1  drift.mch:7  up  x: 3 → 5
  [3]

  $ quotient check drift.mch --quiet
  verified: all reachable states were explored

  $ quotient inductive mutex.pml
  quotient: Promela has no invariants
  [2]

  $ quotient inductive stack_array.ref
  stack_array.ref:1:1: error: only machines that refine nothing can be checked so
      1 | REFINEMENT stack_array
        | ^
  [2]
