Standard output on a full disk: what was printed is lost, and the exit code says so. It used to be that of the verdict.

  $ quotient check mutex.pml --quiet > /dev/full
  quotient: cannot write to standard output: No space left on device
  [2]

  $ quotient check mutex.pml -D BROKEN --quiet > /dev/full
  quotient: cannot write to standard output: No space left on device
  [2]

  $ quotient check mutex.pml --quiet --json - > /dev/full
  quotient: cannot write '-': No space left on device
  [2]

  $ quotient symmetry mutex.pml > /dev/full
  quotient: cannot write to standard output: No space left on device
  [2]

  $ quotient simulate mutex.pml --seed 1 --max-steps 3 > /dev/full
  quotient: cannot write to standard output: No space left on device
  [2]

  $ quotient lts mutex.pml -o graph.aut > /dev/full
  quotient: cannot write to standard output: No space left on device
  [2]

  $ quotient compare graph.aut graph.aut > /dev/full
  quotient: cannot write to standard output: No space left on device
  [2]

  $ quotient help > /dev/full
  quotient: cannot write to standard output: No space left on device
  [2]

A text longer than the buffer of the stream, which then forgets why it failed.

  $ quotient check --help > /dev/full
  quotient: cannot write to standard output: No space left on device
  [2]

  $ quotient --version > /dev/full
  quotient: cannot write to standard output: No space left on device
  [2]

A limit that is reached before there is anything to search: the result says so, in all its forms.

  $ quotient check mutex.pml --time 0s --quiet --json out.json
  incomplete: the time limit of 0 s was reached while reading the model
  [3]

  $ python3 -c "import json; r = json.load(open('out.json')); print(r['verdict'], r['states'], r['reason'])"
  incomplete 0 the time limit of 0 s was reached while reading the model

  $ quotient symmetry mutex.pml --time 0s
  incomplete: the time limit of 0 s was reached while reading the model
  [3]

  $ quotient lts mutex.pml --time 0s -o never.aut; ls never.aut
  incomplete: the time limit of 0 s was reached while reading the model
  ls: cannot access 'never.aut': No such file or directory
  [2]

  $ quotient compare graph.aut graph.aut --time 0s
  incomplete: the time limit of 0 s was reached while comparing
  [3]

  $ quotient simulate mutex.pml --time 0s
  incomplete: the time limit of 0 s was reached while reading the model
  [3]

Steps that cannot be computed end a simulation as a limit does. It ended with exit code 3 and did not say that it is
incomplete.

  $ echo 'act a: Nat; init sum n: Nat . (n > 2) -> a(n) . delta;' > infinite.mcrl2; quotient simulate infinite.mcrl2 --seed 1
  seed 1
        0  initial state
  incomplete: variable 'n' of sort Nat has infinitely many values: neither a condition nor a communication bounds it (infinite.mcrl2:1)
  [3]

A signal that comes while a simulation waits for an answer is no answer: it ended with exit code 0, as by 'q'.

  $ mkfifo answers; exec 3<> answers; quotient simulate mutex.pml --interactive <&3 > asked 2>&1 & until grep -qs 'choose 1' asked; do sleep 0.02; done; kill $!; wait $!
  [3]
  $ tail -n 1 asked
  incomplete: interrupted while simulating

Memory that the system refuses ended the program by SIGABRT.

  $ bash -c 'ulimit -v 50000; exec quotient check endless.pml --quiet' | sed 's/: .*; no violation/: …; no violation/'
  incomplete: …; no violation in the states expanded until then

A run that is killed leaves a file that it was writing; the next one takes it away, and no other.

  $ touch out.json.new-999999999-0 other.json.new-999999999-0 out.json.new-$$-0 out.json.new-x; quotient check mutex.pml --quiet --json out.json; ls *.new-* | sed "s/-$$-/-OWN-/"
  verified: all reachable states were explored
  other.json.new-999999999-0
  out.json.new-OWN-0
  out.json.new-x

  $ mkdir -p cache/quotient/build-999999999-abc && chmod 700 cache/quotient && touch cache/quotient/build-999999999-abc/unit0.c
  $ XDG_CACHE_HOME=$PWD/cache quotient check mutex.pml --quiet --engine native; ls cache/quotient | grep -c build-
  verified: all reachable states were explored
  0
  [1]

A pipe or a device is no text: it hung forever, or read without end.

  $ mkfifo pipe; echo '#include "pipe"' > includes_pipe.pml; quotient check includes_pipe.pml
  includes_pipe.pml:1:10: error: 'pipe' is a pipe or a device, not a file
      1 | #include "pipe"
        |          ^~~~~~
  [2]

  $ quotient check /dev/zero --language promela
  quotient: '/dev/zero' is a pipe or a device, not a file
  [2]

  $ quotient replay mutex.pml pipe
  quotient: 'pipe' is a pipe or a device, not a file
  [2]

  $ quotient compare pipe pipe
  quotient: 'pipe' is a pipe or a device, not a file
  [2]

A step of very many statements is shown by its beginning and its end. All of them took hundreds of megabytes.

  $ echo 'int n; active proctype p() { d_step { do :: n < 30000 -> n++ :: else -> break od }; assert(false) }' > long_step.pml
  $ quotient check long_step.pml | grep -c 'n++'
  3750
  $ quotient check long_step.pml | grep 'more statements' | sed 's/  */ /g'
   p(0) ... 52500 more statements of this step, not shown
