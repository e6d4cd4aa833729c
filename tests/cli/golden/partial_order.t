Steps that need not be taken now are left out.

  $ printf 'active [3] proctype p() { byte n; n = 1; n = 2; n = 3 }\n' > alone.pml

  $ quotient check alone.pml --steps plain --symmetry off | grep -e states -e left
  verified: all reachable states were explored
    states        85

  $ quotient check alone.pml --steps plain --symmetry off --partial-order on | grep -e states -e left
  verified: all reachable states were explored
    states        13
                  steps left out in 6 of them (partial orders)

  $ quotient check alone.pml --steps plain --partial-order on | grep -e states -e left
  verified: all reachable states were explored
    states        13
                  steps left out in 6 of them (partial orders)

Where that is not possible, it is said.

  $ quotient check alone.pml --partial-order on --search dfs | grep partial
    note          --partial-order is not used: it needs --search bfs

  $ quotient check seats.mch --partial-order on | grep partial
    note          --partial-order is not used: in this model every step may depend on every other
