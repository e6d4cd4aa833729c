A limit ends a search as incomplete, never as verified.

  $ quotient check endless.pml --max-states 1000 --quiet
  incomplete: the limit of 1,000 states was reached; no violation in the states expanded until then
  [3]

  $ quotient check endless.pml --max-depth 5 --quiet
  incomplete: the depth limit of 5 steps was reached; no violation in the states expanded until then
  [3]

  $ quotient check endless.pml --time 1.5s --quiet
  incomplete: the time limit of 1.5 s was reached; no violation in the states expanded until then
  [3]

  $ quotient check endless.pml --memory 3M --quiet
  incomplete: the memory limit of 3.0 MB was reached; no violation in the states expanded until then
  [3]

  $ quotient check endless.pml --search dfs --memory 3M --quiet
  incomplete: the memory limit of 3.0 MB was reached; no violation in the states expanded until then
  [3]

  $ quotient check endless.pml --memory 100 --quiet
  incomplete: the memory limit of 100 bytes was reached; no violation in the states expanded until then
  [3]

  $ timeout --preserve-status -s INT 1.5 quotient check endless.pml --memory 1G --quiet
  incomplete: the search was interrupted; no violation in the states expanded until then
  [3]

  $ quotient lts endless.pml -o graph.aut --max-states 100; ls graph.aut
  incomplete: the limit of 100 states was reached after 100 states; 'graph.aut' was not written
  ls: cannot access 'graph.aut': No such file or directory
  [2]

A violation that is found before the limit is one.

  $ quotient check mutex.pml --steps spin -D BROKEN --all --max-states 30 --quiet
  violated: assertion violated: (critical == 1) (mutex.pml:14), after 7 steps; the limit of 30 states was reached
  [1]

How far it has come, in lines where there is no terminal.

  $ quotient check endless.pml --time 3.5s --progress always --quiet 2>&1 | head -n 1 | sed 's/[0-9][0-9.,]*/N/g'
  N states, N/s, N waiting, depth N N MB, N s

The same for programs, an object in each line.

  $ quotient check endless.pml --time 3.5s --progress json --quiet 2>&1 >/dev/null | head -n 1 | sed 's/[0-9][0-9.]*/N/g'
  {"states":N,"states_per_second":N,"waiting":N,"depth":N,"memory_bytes":N,"disk_bytes":N,"seconds":N,"seconds_left":null,"checkpoint":null}
