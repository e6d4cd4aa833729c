The same seed, the same run.

  $ quotient simulate mutex.pml --steps spin --seed 7 --max-steps 4
  seed 7
        0  initial state
        1  user(1)  mutex.pml:8  flag[_pid] = 1  flag[1]: 0 → 1
        2  user(1)  mutex.pml:10  turn = _pid     turn: 0 → 1
        3  user(1)  mutex.pml:12  (flag[1 - _pid] == 0 || turn == 1 - _pid)
        4  user(0)  mutex.pml:8   flag[_pid] = 1                        flag[0]: 0 → 1
  ended after 4 steps

  $ quotient simulate mutex.pml --steps spin -D BROKEN --seed 1 --max-steps 1000 --quiet > one; quotient simulate mutex.pml -D BROKEN --seed 1 --max-steps 1000 --quiet > two; cmp one two && tail -n 1 one
  violated: assertion violated: (critical == 1) (mutex.pml:14)

By hand.

  $ printf '1\nx\n2\ns\nu\nr\nq\n' | quotient simulate mutex.pml --steps spin --interactive --seed 1
      1: initial state
  choose 1-1, s state, u undo, r random, q quit >       0  initial state
      1: user(1)  mutex.pml:8  flag[_pid] = 1
      2: user(0)  mutex.pml:8  flag[_pid] = 1
  choose 1-2, s state, u undo, r random, q quit >   'x' is not a valid choice
  choose 1-2, s state, u undo, r random, q quit >       1  user(0)  mutex.pml:8  flag[_pid] = 1  flag[0]: 0 → 1
      1: user(1)  mutex.pml:8  flag[_pid] = 1
      2: user(0)  mutex.pml:10  turn = _pid
  choose 1-2, s state, u undo, r random, q quit >   flag[0] = 1   flag[1] = 0   turn = 0   critical = 0
  choose 1-2, s state, u undo, r random, q quit >     1: user(1)  mutex.pml:8  flag[_pid] = 1
      2: user(0)  mutex.pml:8  flag[_pid] = 1
  choose 1-2, s state, u undo, r random, q quit >       1  user(1)  mutex.pml:8  flag[_pid] = 1  flag[1]: 0 → 1
      1: user(1)  mutex.pml:10  turn = _pid
      2: user(0)  mutex.pml:8  flag[_pid] = 1
  choose 1-2, s state, u undo, r random, q quit >

What is only printed is no part of the state: a run shows its value, a counterexample cannot.

  $ quotient simulate printed.pml --seed 1 --quiet | grep prints; quotient check printed.pml | grep prints
                                   prints 5% of 7
                                   prints [only_printed]% of 7

A channel and the variable that it is declared with are one thing to people.

  $ quotient check channel.pml --steps plain | sed -n '/^counterexample/,$p'
  counterexample, 2 steps:
        0  initial state
        1  init(0)  channel.pml:4  q!1            q: [] → [1]
                                   sends q!1
        2  init(0)  channel.pml:5  assert(false)
  last state:
    q = [1]

More processes than SPIN has room for can be simulated as they can be checked, although each statement is a step here. (Random
models showed that `simulate` refused what `check` takes.)

  $ printf 'byte g;\nactive [300] proctype P() { g = _pid }\n' > many.pml; quotient simulate many.pml --seed 7 --max-steps 1
  seed 7
        0  initial state
        1  P(149)  many.pml:2  g = _pid  g: 0 → 149
  ended after 1 step
