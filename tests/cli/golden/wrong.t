What is wrong on the command line.

  $ quotient
  quotient: no command given
  quotient 0.2.0: an explicit-state model checker
  usage: quotient COMMAND MODEL [OPTIONS]
    check MODEL               explore and verify; print the verdict, and a shortest counterexample
    refines REFINEMENT        check that a B refinement keeps what its abstract machine promises
    resume DIR                continue from the checkpoints of `check --checkpoint DIR`
    status DIR                show the progress of the run with checkpoints in DIR
    cluster -n N --checkpoint DIR -- check MODEL
                              run a check on N ranks with MPI, and start it again when one dies
    symmetry MODEL            detect symmetry: group, generators, what breaks it
    simulate MODEL            run the model: at random, or as you choose
    replay MODEL TRACE        step through a counterexample saved with check --trace
    certify MODEL FILE        check a certificate of `check --for-every` again, independently
    inductive MACHINE         does every step of a B machine keep its invariant?
    repl MODEL                evaluate expressions in the states of a model
    lts MODEL -o FILE         write the state graph, up to symmetry: .aut .dot .json by ending
    convert MODEL             write a Promela-Lite specification in Promela
    expand FILE -o FILE       undo the reduction of an annotated .aut file
    compare FILE FILE         isomorphic? bisimilar? bisimilar under permutations?
    report RESULT -o FILE     write a saved result as an HTML report
    lsp                       serve an editor: the Language Server Protocol on standard streams
    dap                       serve a debugger: counterexamples by the Debug Adapter Protocol
    mcp                       serve an assistant: the Model Context Protocol on standard streams
    studio [MODEL or FOLDER]  edit, check, inspect and simulate in the browser
    lps SPEC                  print the linear process of an mCRL2 specification
    help [COMMAND]            the options of a command, with examples
    help --manual             the manual page; --completions SHELL: for bash, zsh or fish
    --version                 print the version
  The language is determined by the file extension (.pml .prom .promela .p: Promela; .pml-lite:
  Promela-Lite; .mch .ref .imp .sys: B; .mcrl2; .m: Murphi), by the text where that does not say, or
  by --language.
  Exit codes: 0 verified, 1 violated, 2 invalid input, 3 incomplete, 4 internal error.
  [2]

  $ quotient chekc mutex.pml
  quotient: unknown command 'chekc', did you mean 'check'? 'quotient help' lists all
  [2]

  $ quotient expand mutex.aut
  quotient: -o FILE is missing: quotient expand FILE -o FILE
  [2]

  $ quotient check
  quotient: MODEL is missing: quotient check MODEL
  [2]

  $ quotient check mutex.pml --serach dfs
  quotient: unknown option '--serach', did you mean '--search'?
  [2]

  $ quotient check mutex.pml --symmetry rules
  quotient: --symmetry rules: there are none; give --rules FILE, or a comment /*@ normalise … */ in the model
  [2]

  $ quotient check mutex.pml --main-array turn
  quotient: --main-array is for --symmetry sorted-main
  [2]

  $ quotient check mutex.pml --symmetry flooding --store bitstate
  quotient: --symmetry flooding needs a store that distinguishes states: --store exact or compact
  [2]

  $ quotient check mutex.pml --memory lots
  quotient: --memory lots: a size like 200M or 8G is expected
  [2]

  $ quotient check missing.pml
  quotient: cannot open 'missing.pml': No such file or directory
  [2]

  $ quotient check .
  quotient: '.' is a folder, not a file
  [2]

  $ quotient check golden.txt
  quotient: cannot open 'golden.txt': No such file or directory
  [2]

  $ grep -v -e proctype -e init mutex.pml > mutex.txt; quotient check mutex.txt; cp mutex.pml mutex.txt; quotient check mutex.txt --language promela --quiet
  quotient: neither the extension of 'mutex.txt' nor its contents determine the language; use --language promela, promela-lite, b, mcrl2 or murphi
  verified: all reachable states were explored

What is wrong in a model: file, line, column, and a caret.

  $ quotient check wrong.pml
  wrong.pml:2:23: error: unknown variable 'coutn'
      2 | active proctype p() { coutn = 1; count = }
        |                       ^~~~~
          did you mean 'count'?
  wrong.pml:2:42: error: expected an expression, found '}'
      2 | active proctype p() { coutn = 1; count = }
        |                                          ^
  [2]

  $ quotient --version
  quotient 0.2.0

What a model has no use for is no harmless extra: whoever gives it is mistaken about something. And where nothing of what is
named is there to be checked, nothing is verified.

  $ quotient check tables.mch -D N=3
  quotient: -D N=3: B has no preprocessor; this option is for Promela and Promela-Lite
  [2]

  $ quotient check mutex.pml --set GUEST=3
  quotient: --set GUEST: Promela has no sizes to set; this option is for B and Murphi
  [2]

  $ quotient check mutex.pml --max-int 3
  quotient: --max-int: Promela has no bounded integers; this option is for B
  [2]

  $ quotient check tables.mch --property ltl:foo
  tables.mch:2:9: error: there is no formula 'foo' in this machine
      2 | MACHINE tables
        |         ^~~~~~
  [2]

  $ quotient check mutex.pml --property action:foo
  quotient: --property action:foo: Promela has no actions; this option is for mCRL2
  [2]

  $ quotient check mutex.pml --property ltl
  quotient: --property: the model has none of these; Promela has assert, deadlock, and claims that are in the text
  [2]

  $ quotient check mutex.pml --property invariant
  quotient: --property: the model has none of these; Promela has assert, deadlock, and claims that are in the text
  [2]

  $ quotient check tables.mch --property never
  quotient: --property: the model has none of these; B has invariant, assert, deadlock, ltl and ltl:NAME
  [2]

  $ quotient check table.mcrl2 --property assert
  quotient: --property: the model has none of these; mCRL2 has deadlock and action:NAME
  [2]

A formula says nothing about assertions: only what is named is looked at.

  $ printf 'byte n;\nactive proctype p() { n = 1; assert(n == 0) }\nltl small { [] (n < 2) }\n' > assertion.pml

  $ quotient check assertion.pml --property ltl:small --quiet
  verified: all reachable states were explored

  $ quotient check assertion.pml --quiet
  violated: assertion violated: (n == 0) (assertion.pml:2), after 2 steps
  [1]

  $ quotient check mutex.pml --property asert
  quotient: --property asert: assert, deadlock, invariant, accept, progress, never, never:NAME, ltl, ltl:NAME or action:NAME is expected (did you mean 'assert'?)
  [2]
