What people see depends on where they look. A narrow terminal: folders of files go first, then changes have lines of their own.

  $ mkdir -p folder && cp mutex.pml folder/ && COLUMNS=60 quotient check folder/mutex.pml -D BROKEN
  violated: assertion violated: (critical == 1) (folder/mutex.pml:14), after 7 steps
    states        30
    symmetry      none: folder/mutex.pml:12: (flag[1 - _pid]
                  == 0 || turn == 1 - _pid): this is about
                  user(1) alone, since turn is 0 all the time
                  (let the model choose what it is); without
                  this, up to 2 times fewer states
    transitions   48
    depth         6
    time          T s
    memory        M
  counterexample, 7 steps:
        0  initial state
        1  user(0)  mutex.pml:8   flag[_pid] = 1
                                  flag[0]: 0 → 1
        2  user(0)  mutex.pml:12  (flag[1 - _pid] == 0 || turn
                                  == 1 - _pid)
        3  user(0)  mutex.pml:13  critical++
                                  critical: 0 → 1
        4  user(1)  mutex.pml:8   flag[_pid] = 1
                                  flag[1]: 0 → 1
        5  user(1)  mutex.pml:12  (flag[1 - _pid] == 0 || turn
                                  == 1 - _pid)
        6  user(1)  mutex.pml:13  critical++
                                  critical: 1 → 2
        7  user(1)  mutex.pml:14  assert(critical == 1)
  last state:
    flag[0] = 1   flag[1] = 1   turn = 0   critical = 2
  [1]

  $ COLUMNS=34 quotient check folder/mutex.pml -D BROKEN
  violated: assertion violated: (critical == 1) (folder/mutex.pml:14), after 7 steps
    states        30
    symmetry      none:
                  folder/mutex.pml:12:
                  (flag[1 - _pid] ==
                  0 || turn == 1 -
                  _pid): this is
                  about user(1)
                  alone, since turn
                  is 0 all the time
                  (let the model
                  choose what it
                  is); without this,
                  up to 2 times
                  fewer states
    transitions   48
    depth         6
    time          T s
    memory        M
  counterexample, 7 steps:
        0  initial state
        1  user(0)  mutex.pml:8
           flag[_pid] = 1
           flag[0]: 0 → 1
        2  user(0)  mutex.pml:12
           (flag[1 - _pid] == 0 ||
           turn == 1 - _pid)
        3  user(0)  mutex.pml:13
           critical++
           critical: 0 → 1
        4  user(1)  mutex.pml:8
           flag[_pid] = 1
           flag[1]: 0 → 1
        5  user(1)  mutex.pml:12
           (flag[1 - _pid] == 0 ||
           turn == 1 - _pid)
        6  user(1)  mutex.pml:13
           critical++
           critical: 1 → 2
        7  user(1)  mutex.pml:14
           assert(critical == 1)
  last state:
    flag[0] = 1   flag[1] = 1
    turn = 0   critical = 2
  [1]

  $ COLUMNS=44 quotient help compare
  usage: quotient compare FILE FILE [OPTIONS]
  Compares two .aut files. Exit code 0 where
  they are equivalent, 1 where not; then a
  sequence of steps is printed that only one
  of them has.
    quotient compare whole.aut expanded.aut --equivalence iso
    quotient compare whole.aut reduced.aut --equivalence permutation
  options:
    --memory SIZE
        limit of the whole command: 8G, 200M
        (default: most of the free memory)
    --time TIME
        limit of the whole command: 60s, 5m,
        1h (default: none)
    --equivalence E
        strong: bisimilar; branching:
        branching bisimilar, without regard to
        divergence; weak-trace: the same
        sequences of steps other than tau;
        iso: isomorphic; permutation:
        bisimilar after undoing the reductions
        that labels are annotated with
        (default: strong)
    --quiet
        print only the verdict and the
        warnings that qualify it
    --color WHEN
        colours; auto: on a terminal, unless
        NO_COLOR is set; one of auto, always,
        never (default: auto)

A locale without UTF-8 has arrows all the same.

  $ LC_ALL=C quotient check mutex.pml -D BROKEN | grep -e '->'
        1  user(0)  mutex.pml:8   flag[_pid] = 1                        flag[0]: 0 -> 1
        3  user(0)  mutex.pml:13  critical++                            critical: 0 -> 1
        4  user(1)  mutex.pml:8   flag[_pid] = 1                        flag[1]: 0 -> 1
        6  user(1)  mutex.pml:13  critical++                            critical: 1 -> 2

  $ LC_ALL=C quotient symmetry shared_link.pml | head -1
  symmetric: S2 of order 2

Colours only where they are asked for, or on a terminal that does not refuse them.

  $ quotient check mutex.pml -D BROKEN --color always --quiet | cat -v
  ^[[1;31mviolated:^[[0m assertion violated: (critical == 1) (mutex.pml:14), after 7 steps

  $ script -qc "NO_COLOR=1 quotient check mutex.pml -D BROKEN --quiet" /dev/null | cat -v
  violated: assertion violated: (critical == 1) (mutex.pml:14), after 7 steps^M

  $ script -qc "TERM=xterm quotient check mutex.pml -D BROKEN --quiet" /dev/null | cat -v
  ^[[1;31mviolated:^[[0m assertion violated: (critical == 1) (mutex.pml:14), after 7 steps^M

Where nobody can move, it is told where they stand.

  $ quotient check stuck.pml
  violated: invalid end state, after 2 steps
    states        6
    transitions   7
    depth         2
    violations    3
    time          T s
    memory        M
  violation 1, deadlock: invalid end state, met 3 times
  counterexample, 2 steps:
        0  initial state
        1  first(0)  stuck.pml:4  !left
           first(0)  stuck.pml:4  left = true   left: 0 → 1
        2  first(0)  stuck.pml:5  !right
           first(0)  stuck.pml:5  right = true  right: 0 → 1
  last state:
    left = 1   right = 1
  no process can move:
    second(1)  stuck.pml:8  !right
  never reached:
    second  stuck.pml:11  right == false
            stuck.pml:11  skip
  [1]

Formulas that hold because nothing ever makes their condition true. Where that was not seen for sure, nothing is said.

  $ quotient check vacuous.pml
  verified: all reachable states were explored
    states        4
                  representing 4 states (group S2, order 2)
    transitions   9
    depth         3
    response      verified, 4 states with the claim
    at_once       verified, 4 states with the claim
    again         verified, 5 states with the claim
    bounded       verified, 4 states with the claim
    note          again holds whatever turns == 3 is (vacuous.pml:15)
    note          again holds whatever asked is (vacuous.pml:15)
    time          T s
    memory        M
  vacuously true, since the condition is never met:
    response  vacuous.pml:13  asked
    at_once   vacuous.pml:14  asked
  never reached:
    p  vacuous.pml:9  turns == 7
       vacuous.pml:9  asked = true

  $ quotient check vacuous.pml --max-states 2 --quiet
  incomplete: the limit of 2 states was reached; no violation in the states expanded until then
  [3]
