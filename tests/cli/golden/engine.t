Native code gives the same answers, and is kept where the user keeps such things.

  $ quotient check mutex.pml --engine interpreter --quiet
  verified: all reachable states were explored

  $ quotient check mutex.pml --engine native --paranoid --quiet
  verified: all reachable states were explored

One module takes the steps, and one reads and renames states for symmetry.

  $ ls .cache/quotient | wc -l
  2

  $ quotient check pipeline.pml --engine native --quiet --json - | grep -E '"(states|transitions)"' > native; quotient check pipeline.pml --engine interpreter --quiet --json - | grep -E '"(states|transitions)"' | diff native - && echo same
  same

Where it cannot be had, that is said; by default the interpreter goes on in silence.

  $ PATH=/nowhere $(command -v quotient) check mutex.pml --engine native --quiet
  quotient: --engine native: no C compiler was found (cc, gcc, clang or tcc)
  [2]

  $ PATH=/nowhere $(command -v quotient) check mutex.pml --quiet
  verified: all reachable states were explored

  $ quotient check seats.mch --engine native --quiet
  quotient: --engine native: B has no native code; this option is for Promela, Promela-Lite and Murphi
  [2]

A search that ends before its compiler leaves nothing behind.

  $ XDG_CACHE_HOME=$HOME/other quotient check endless.pml --time 0.5s --quiet
  incomplete: the time limit of 0.5 s was reached; no violation in the states expanded until then
  [3]

  $ ls other/quotient | grep build-
  [1]
