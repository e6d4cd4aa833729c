Misspelt words of the languages, and what was probably meant.

  $ sed 's/proctype/proctpye/' mutex.pml > slip.pml; quotient check slip.pml
  slip.pml:5:12: error: expected 'proctype', found 'proctpye'
      5 | active [2] proctpye user()
        |            ^~~~~~~~
          did you mean 'proctype'?
  [2]

  $ sed 's/^byte/byet/' mutex.pml > slip.pml; quotient check slip.pml
  slip.pml:3:1: error: expected a declaration or a proctype, found 'byet'
      3 | byet turn, critical;
        | ^~~~
          did you mean 'byte'?
  slip.pml:10:3: error: unknown variable 'turn'
     10 |   turn = _pid;
        |   ^~~~
  slip.pml:13:3: error: unknown variable 'critical'
     13 |   critical++;
        |   ^~~~~~~~
  [2]

  $ sed 's/^  goto/  gto/' mutex.pml > slip.pml; quotient check slip.pml
  slip.pml:17:3: error: unknown variable 'gto'
     17 |   gto again
        |   ^~~
          did you mean 'goto'?
  slip.pml:17:7: error: expected ';' or '->' after the statement, found 'again'
     17 |   gto again
        |       ^~~~~
  [2]

  $ sed 's/INVARIANT/INVARIENT/' visitors.mch > slip.mch; quotient check slip.mch
  slip.mch:4:1: error: expected a clause such as VARIABLES or OPERATIONS, not 'INVARIENT'
      4 | INVARIENT inside <: VISITOR
        | ^~~~~~~~~
          did you mean 'INVARIANT'?
  [2]

  $ sed 's/ THEN/ TEHN/' visitors.mch > slip.mch; quotient check slip.mch
  slip.mch:7:39: error: expected 'THEN' after the predicate of PRE, not 'TEHN'
      7 |   enter(v) = PRE v : VISITOR - inside TEHN inside := inside \/ {v} END;
        |                                       ^~~~
          did you mean 'THEN'?
  slip.mch:8:29: error: expected 'THEN' after the predicate of PRE, not 'TEHN'
      8 |   leave(v) = PRE v : inside TEHN inside := inside - {v} END
        |                             ^~~~
          did you mean 'THEN'?
  [2]

  $ sed 's/inside := inside -/inside = inside -/' visitors.mch > slip.mch; quotient check slip.mch
  slip.mch:8:41: error: expected 'END' to close PRE, not '='; an assignment is written ':='
      8 |   leave(v) = PRE v : inside THEN inside = inside - {v} END
        |                                         ^
          did you mean ':='?
  [2]

  $ sed 's/inside <: VISITOR/inside <: VISITOR \& crad(inside) < 4/' visitors.mch > slip.mch; quotient check slip.mch
  slip.mch:4:31: error: unknown name 'crad'
      4 | INVARIANT inside <: VISITOR & crad(inside) < 4
        |                               ^~~~
          did you mean 'card'?
  [2]

  $ sed 's/^proc/porc/' bell.mcrl2 > slip.mcrl2; quotient check slip.mcrl2
  slip.mcrl2:3:1: error: expected ';' after 'porc', but found 'Wait'
      3 | porc Wait(n: Nat) = (n < 2) -> step . Wait(n + 1) <> ring . delta;
        | ^~~~
          did you mean 'proc'?
  [2]

  $ sed 's/^act/acts/' bell.mcrl2 > slip.mcrl2; quotient check slip.mcrl2
  slip.mcrl2:2:1: error: expected a section (sort, cons, map, glob, var, eqn, act, proc or init), but found 'acts'
      2 | acts step, ring;
        | ^~~~
          did you mean 'act'?
  slip.mcrl2:3:32: error: unknown action or process 'step'
      3 | proc Wait(n: Nat) = (n < 2) -> step . Wait(n + 1) <> ring . delta;
        |                                ^~~~
  slip.mcrl2:3:54: error: unknown action or process 'ring'
      3 | proc Wait(n: Nat) = (n < 2) -> step . Wait(n + 1) <> ring . delta;
        |                                                      ^~~~
  [2]
