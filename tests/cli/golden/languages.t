A B machine; what is assumed about its sets is saved with a trace.

  $ quotient check seats.mch --set PEOPLE=2 --quiet
  verified: all reachable states were explored

  $ quotient check seats.mch --set PEOPLE=3 --trace full.json --quiet
  violated: invariant violated: card(seated) < 3 (seats.mch:5), after 3 steps
  [1]

  $ quotient replay seats.mch full.json
        0  seats.mch:6  INITIALISATION  seated: {}
        1  seats.mch:8  sit(PEOPLE1)    seated: {} → {PEOPLE1}
        2  seats.mch:8  sit(PEOPLE2)    seated: {PEOPLE1} → {PEOPLE1,PEOPLE2}
        3  seats.mch:8  sit(PEOPLE3)    seated: {PEOPLE1,PEOPLE2} → {PEOPLE1,PEOPLE2,PEOPLE3}
  ends with: invariant violated: card(seated) < 3 (seats.mch:5)

  $ quotient replay seats.mch full.json --set PEOPLE=2
  quotient: full.json: the model does not end as the trace says: the trace belongs to another model or other options
  [2]

An mCRL2 specification; an action that must not happen.

  $ quotient check bell.mcrl2 --property action:step --trace ring.json --quiet
  violated: action 'step' happens, after 1 step
  [1]

  $ quotient replay bell.mcrl2 ring.json
        0  initial state
        1  bell.mcrl2:3  step  Wait.n: 0 → 1
  ends with: action 'step' happens

  $ quotient check bell.mcrl2 --property deadlock --quiet
  violated: deadlock: no action is possible, after 3 steps
  [1]

  $ quotient lts bell.mcrl2 -o bell.aut --quiet && cat bell.aut
  des (0,3,4)
  (0,"step",1)
  (1,"step",2)
  (2,"ring",3)

Promela-Lite.

  $ quotient check relay.pml-lite --symmetry off | grep -v -e time -e memory
  verified: all reachable states were explored
    states        5
    transitions   6
    depth         4

  $ quotient check relay.pml-lite -D WRONG
  relay.pml-lite:10:33: error: chan{int} is expected here, not 1
     10 |   :: atomic { nfull(out) -> out!1 }
        |                                 ^
  [2]

  $ quotient convert relay.pml-lite -o relay.pml && sed -n 1,8p relay.pml && quotient check relay.pml --quiet
  chan null = [0] of { bit }; /* Two relays hand a channel to and fro. With -D WRONG, a number is sent instead. */
  chan a = [1] of {chan};
  chan b = [1] of {chan};
  chan box = [1] of {int};
  proctype relay(chan in; chan out; chan has) {
    do
    :: atomic { has != null && nfull(out) -> out!has; has = null }
  verified: all reachable states were explored

  $ quotient convert mutex.pml
  quotient: 'mutex.pml' is not a Promela-Lite specification (.pml-lite); nothing else can be converted
  [2]

Where the ending names no language, the text does, if it is certain.

  $ printf 'byte x; init { x = 1 }\n' > m.prm; quotient check m.prm --quiet
  verified: all reachable states were explored

  $ cp m.prm promela_model; quotient check promela_model --quiet
  verified: all reachable states were explored

  $ printf 'MACHINE m VARIABLES x INVARIANT x : 0..3 INITIALISATION x := 0 END\n' > machine; quotient check machine --quiet
  verified: all reachable states were explored

  $ printf '%% a comment\nact a;\nproc P = a . P;\ninit P;\n' > specification; quotient check specification --quiet
  verified: all reachable states were explored

  $ printf 'The init of this report.\n' > notes.txt; quotient check notes.txt
  quotient: neither the extension of 'notes.txt' nor its contents determine the language; use --language promela, promela-lite, b, mcrl2 or murphi
  [2]

What other languages write gets the right form named.

  $ printf 'byte x; init { x = 1 }\nltl a { [] x == 1 }\n' > m.pml; quotient check m.pml
  m.pml:2:9: error: a temporal formula cannot be used as a number
      2 | ltl a { [] x == 1 }
        |         ^~~~~~~~~
  m.pml:2:9: note: '[]' binds more strongly than '==': write '[] (x == 1)'
      2 | ltl a { [] x == 1 }
        |         ^~~~~~~~~
  [2]

  $ printf 'MACHINE m VARIABLES x INVARIANT x =< 3 INITIALISATION x := 0 END\n' > m.mch; quotient check m.mch
  m.mch:1:36: error: expected an expression or a predicate, not '<'; 'at most' is written '<=', not '=<'
      1 | MACHINE m VARIABLES x INVARIANT x =< 3 INITIALISATION x := 0 END
        |                                    ^
  [2]

  $ printf 'MACHINE m VARIABLES x INVARIANT x == 3 INITIALISATION x := 0 END\n' > m.mch; quotient check m.mch
  m.mch:1:35: error: expected an operator or the next clause, not '=='; equality is written '=', and '==' belongs to DEFINITIONS
      1 | MACHINE m VARIABLES x INVARIANT x == 3 INITIALISATION x := 0 END
        |                                   ^~
  [2]

  $ quotient m.pml
  quotient: unknown command 'm.pml', did you mean 'quotient check m.pml'?
  [2]
