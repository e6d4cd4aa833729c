Values of expressions in the first state.

  $ quotient repl seats.mch --eval '1 + 1' --eval '2 > 3'
  1 + 1 = 2
  2 > 3 = FALSE

  $ quotient repl mutex.pml --eval 'turn + 5' --eval 'flag[0] || flag[1]'
  turn + 5 = 5
  flag[0] || flag[1] = 0

  $ quotient repl mutex.pml --eval 'flag[7]'; quotient repl mutex.pml --eval 'nobody'
  quotient: --eval 'flag[7]': array index out of bounds: '7' must be between 0 and 1
  quotient: --eval 'nobody': unknown variable 'nobody'
  [2]

  $ quotient repl bell.mcrl2 --eval '3 in {1, 2, 3}'
  3 in {1, 2, 3} = true

  $ quotient repl relay.pml-lite --eval 1
  quotient: Promela-Lite has no expressions to evaluate here
  [2]

Steps between them, taken back, and what is no command.

  $ printf ':\n:1\ncritical\nturn\n:u\n:s\n:x\n\n:9\nturn == 0 && critical == 0\nturn +\n:q\n' | quotient repl mutex.pml --color never
        0  initial state
  >     1: user(1)  mutex.pml:8  flag[_pid] = 1
      2: user(0)  mutex.pml:8  flag[_pid] = 1
  >       1  user(1)  mutex.pml:8  flag[_pid] = 1  flag[1]: 0 → 1
  >   0
  >   0
  > >   flag[0] = 0   flag[1] = 0   turn = 0   critical = 0
  >   ':x' is no command: ':' lists the steps, ':N' takes one, ':u' undoes one, ':s' shows the state, ':q' ends
  > >   ':9' is no command: ':' lists the steps, ':N' takes one, ':u' undoes one, ':s' shows the state, ':q' ends
  >   1
  >   error: expected an expression, found ')'
  >

  $ printf 'card(lost)\n' | quotient repl till.mch
  till.mch:4:26: warning: 'coin' has no upper bound: only values up to MAXINT = 3 are tried
      4 | INVARIANT paid : BOOL & #coin.(coin : NATURAL1 & coin > 2)
        |                          ^~~~
  till.mch:7:7: warning: 'amount' has no upper bound: only values up to MAXINT = 3 are tried
      7 |   pay(amount) = PRE amount : NATURAL1 & paid = FALSE THEN paid := TRUE END;
        |       ^~~~~~
        0  till.mch:5  INITIALISATION  paid: FALSE
  >   error: unknown name 'lost' (column 6)
  >

  $ printf 'paid = TRUE\n:\n:1\npaid = TRUE\n' | quotient repl till.mch
  till.mch:4:26: warning: 'coin' has no upper bound: only values up to MAXINT = 3 are tried
      4 | INVARIANT paid : BOOL & #coin.(coin : NATURAL1 & coin > 2)
        |                          ^~~~
  till.mch:7:7: warning: 'amount' has no upper bound: only values up to MAXINT = 3 are tried
      7 |   pay(amount) = PRE amount : NATURAL1 & paid = FALSE THEN paid := TRUE END;
        |       ^~~~~~
        0  till.mch:5  INITIALISATION  paid: FALSE
  >   FALSE
  >     1: till.mch:7  pay(1)
      2: till.mch:7  pay(2)
      3: till.mch:7  pay(3)
      4: till.mch:8  reset
  >       1  till.mch:7  pay(1)          paid: FALSE → TRUE
  >   TRUE
  >
