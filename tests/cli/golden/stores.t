Stores that may miss states never verify, and say how much they have probably seen.

  $ quotient check mutex.pml --steps spin --store compact
  incomplete: no violation found, but an approximate store may have missed states
    states        19
                  representing 38 states (group S2, order 2)
    transitions   33
    depth         8
    coverage      expected above 99.9999 % of the states, compact store
    time          T s
    memory        M
  [3]

  $ quotient check mutex.pml --steps spin --store bitstate --memory 64M
  incomplete: no violation found, but an approximate store may have missed states
    states        19
                  representing 38 states (group S2, order 2)
    transitions   33
    depth         8
    coverage      expected above 99.9999 % of the states, bitstate store
    hash factor   14128181.9 bits per state
    time          T s
    memory        M
  [3]

A violation that they find is one all the same, and its counterexample a run of the model.

  $ quotient check mutex.pml --steps spin -D BROKEN --store bitstate --memory 64M --quiet --trace t.json; quotient replay mutex.pml t.json | tail -3
  violated: assertion violated: (critical == 1) (mutex.pml:14), after 7 steps
        6  user(1)  mutex.pml:13  critical++                            critical: 1 → 2
        7  user(1)  mutex.pml:14  assert(critical == 1)
  ends with: assertion violated: (critical == 1) (mutex.pml:14)

  $ quotient check mutex.pml --steps spin -D BROKEN --store bitstate --memory 64M --search dfs --quiet
  violated: assertion violated: (critical == 1) (mutex.pml:14), after 19 steps
  [1]

  $ quotient check mutex.pml --steps spin -D BROKEN --store compact --quiet
  violated: assertion violated: (critical == 1) (mutex.pml:14), after 7 steps
  [1]

The number of threads does not change what is printed.

  $ for t in 1 2 4; do quotient check mutex.pml --steps spin -D BROKEN --threads $t | grep -v -e time -e memory | cksum; done | uniq | wc -l
  1
