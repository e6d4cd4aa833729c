States in which only one thing can happen are passed through.

  $ quotient check turnstile.pml -D WRONG=99 --steps plain | sed -n 1,5p
  verified: all reachable states were explored
    states        325
    transitions   391
    depth         49

  $ quotient check turnstile.pml -D WRONG=99 --steps plain --skip-sequential | sed -n 1,5p
  verified: all reachable states were explored
    states        65
                  not counting states with exactly one successor
    transitions   131

What goes wrong inside is seen, and told step by step.

  $ quotient check turnstile.pml -D WRONG=6 --steps plain --skip-sequential --trace wrong.json
  violated: assertion violated: (sum != WRONG) (turnstile.pml:13), after 18 steps
    states        34
                  not counting states with exactly one successor
    transitions   54
    depth         17
    time          T s
    memory        M
  counterexample, 18 steps:
        0  initial state
        1  user(1)    turnstile.pml:21  n < 4
        2  user(1)    turnstile.pml:21  n++                   user(1).n: 0 → 1
        3  user(1)    turnstile.pml:21  n < 4
        4  user(1)    turnstile.pml:21  n++                   user(1).n: 1 → 2
        5  user(1)    turnstile.pml:21  n < 4
        6  user(1)    turnstile.pml:21  n++                   user(1).n: 2 → 3
        7  user(1)    turnstile.pml:22  ask!n
                                        sends ask!3
           worker(0)  turnstile.pml:8   ask?n                 worker(0).n: 0 → 3
                                        handshake ask: 3 from user(1) to worker(0)
        8  worker(0)  turnstile.pml:10  n > 0
        9  worker(0)  turnstile.pml:10  sum = sum + n         worker(0).sum: 0 → 3
       10  worker(0)  turnstile.pml:10  n--                   worker(0).n: 3 → 2
       11  worker(0)  turnstile.pml:10  n > 0
       12  worker(0)  turnstile.pml:10  sum = sum + n         worker(0).sum: 3 → 5
       13  worker(0)  turnstile.pml:10  n--                   worker(0).n: 2 → 1
       14  worker(0)  turnstile.pml:10  n > 0
       15  worker(0)  turnstile.pml:10  sum = sum + n         worker(0).sum: 5 → 6
       16  worker(0)  turnstile.pml:10  n--                   worker(0).n: 1 → 0
       17  worker(0)  turnstile.pml:11  else
       18  worker(0)  turnstile.pml:13  assert(sum != WRONG)
  last state:
    worker(0).n = 0   worker(0).sum = 6   user(1).n = 3   user(1).got = 0
  [1]

  $ quotient replay turnstile.pml wrong.json --quiet
  assertion violated: (sum != WRONG)

With all sound steps it is done where it pays, and can be left out. A counterexample is as short as without.

  $ sed 's/n < 4/n < 99/' turnstile.pml > large.pml

  $ quotient check large.pml -D WRONG=999 | sed -n 1,6p
  verified: all reachable states were explored
    states        198
                  not counting states with exactly one successor
    transitions   397
    depth         101

  $ quotient check large.pml -D WRONG=999 --skip-sequential=never | sed -n 1,5p
  verified: all reachable states were explored
    states        5,350
    transitions   5,549
    depth         200

  $ quotient check large.pml -D WRONG=55 | sed -n 1p
  violated: assertion violated: (sum != WRONG) (large.pml:13), after 22 steps

  $ quotient check large.pml -D WRONG=55 --skip-sequential=never | sed -n 1p
  violated: assertion violated: (sum != WRONG) (large.pml:13), after 22 steps

  $ quotient check large.pml --skip-sequential=now
  quotient: --skip-sequential now: auto, always or never is expected
  [2]
