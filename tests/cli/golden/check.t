A model without errors: the verdict, figures, what was never reached.

  $ quotient check mutex.pml --steps spin
  verified: all reachable states were explored
    states        19
                  representing 38 states (group S2, order 2)
    transitions   33
    depth         8
    time          T s
    memory        M

  $ quotient check mutex.pml --steps spin --quiet
  verified: all reachable states were explored

  $ quotient check mutex.pml --steps plain --search dfs --paranoid --quiet
  verified: all reachable states were explored

A shortest counterexample, and the exit code.

  $ quotient check mutex.pml --steps spin -D BROKEN
  violated: assertion violated: (critical == 1) (mutex.pml:14), after 7 steps
    states        30
    symmetry      none: mutex.pml:12: (flag[1 - _pid] == 0 || turn == 1 - _pid): this is about user(1) alone, since turn is 0 all the time (let the model choose what it is); without this, up to 2 times fewer states
    transitions   48
    depth         6
    time          T s
    memory        M
  counterexample, 7 steps:
        0  initial state
        1  user(0)  mutex.pml:8   flag[_pid] = 1                        flag[0]: 0 → 1
        2  user(0)  mutex.pml:12  (flag[1 - _pid] == 0 || turn == 1 - _pid)
        3  user(0)  mutex.pml:13  critical++                            critical: 0 → 1
        4  user(1)  mutex.pml:8   flag[_pid] = 1                        flag[1]: 0 → 1
        5  user(1)  mutex.pml:12  (flag[1 - _pid] == 0 || turn == 1 - _pid)
        6  user(1)  mutex.pml:13  critical++                            critical: 1 → 2
        7  user(1)  mutex.pml:14  assert(critical == 1)
  last state:
    flag[0] = 1   flag[1] = 1   turn = 0   critical = 2
  [1]

Only some properties.

  $ quotient check mutex.pml --steps spin -DBROKEN --property deadlock --quiet
  verified: all reachable states were explored

  $ quotient check pipeline.pml --steps spin --property assert --quiet
  verified: all reachable states were explored

All violations instead of the first.

  $ quotient check mutex.pml --steps spin -D BROKEN --all --quiet
  violated: assertion violated: (critical == 1) (mutex.pml:14), after 7 steps
  [1]

  $ quotient check mutex.pml --steps spin -D BROKEN --all | grep violation
    violations    4
  violation 1, assertion: assertion violated: (critical == 1) (mutex.pml:14), met 4 times

Colours only where they are wanted.

  $ quotient check mutex.pml --steps spin --quiet --color always | cat -v
  ^[[1;32mverified:^[[0m all reachable states were explored
