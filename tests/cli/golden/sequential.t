States in which only one thing can happen are passed through.

  $ quotient check turnstile.pml -D WRONG=99 --steps plain | sed -n 1,5p
  verified: all reachable states were explored
    states        325
    transitions   391
    depth         49

  $ quotient check turnstile.pml -D WRONG=99 --steps plain --skip-sequential | sed -n 1,5p
  verified: all reachable states were explored
    states        65
    transitions   131
    depth         12

What goes wrong inside is seen, and told step by step.

  $ quotient check turnstile.pml -D WRONG=6 --steps plain --skip-sequential --trace wrong.json
  violated: assertion violated: (sum != WRONG) (turnstile.pml:13), after 5 steps
    states        26
    transitions   36
    depth         4
    time          T s
    memory        M
  counterexample, 5 steps:
        0  initial state
        1  user(1)    turnstile.pml:21  n < 4
           user(1)    turnstile.pml:21  n++                   user(1).n: 0 → 1
        2  user(1)    turnstile.pml:21  n < 4
           user(1)    turnstile.pml:21  n++                   user(1).n: 1 → 2
        3  user(1)    turnstile.pml:21  n < 4
           user(1)    turnstile.pml:21  n++                   user(1).n: 2 → 3
        4  user(1)    turnstile.pml:22  ask!n
                                        sends ask!3
           worker(0)  turnstile.pml:8   ask?n                 worker(0).n: 0 → 3
                                        handshake ask: 3 from user(1) to worker(0)
           worker(0)  turnstile.pml:10  n > 0
           worker(0)  turnstile.pml:10  sum = sum + n         worker(0).sum: 0 → 3
           worker(0)  turnstile.pml:10  n--                   worker(0).n: 3 → 2
           worker(0)  turnstile.pml:10  n > 0
           worker(0)  turnstile.pml:10  sum = sum + n         worker(0).sum: 3 → 5
           worker(0)  turnstile.pml:10  n--                   worker(0).n: 2 → 1
           worker(0)  turnstile.pml:10  n > 0
           worker(0)  turnstile.pml:10  sum = sum + n         worker(0).sum: 5 → 6
           worker(0)  turnstile.pml:10  n--                   worker(0).n: 1 → 0
           worker(0)  turnstile.pml:11  else
        5  worker(0)  turnstile.pml:13  assert(sum != WRONG)
  last state:
    worker(0).n = 0   worker(0).sum = 6   user(1).n = 3   user(1).got = 0
  [1]

  $ quotient replay turnstile.pml wrong.json --quiet
  assertion violated: (sum != WRONG)
