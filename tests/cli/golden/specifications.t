mCRL2 up to symmetry: found, explored, written, expanded, compared.

  $ quotient symmetry table.mcrl2 | grep -v "  time "
  symmetric: S2 of order 2
    interchangeable  p1, p2
    interchangeable  f1, f2
    generator        (p1 p2)(f1 f2)

  $ quotient symmetry table.mcrl2 --detect scd | grep -v "  time "
  symmetric: S2 of order 2
    interchangeable  p1, p2
    interchangeable  f1, f2
    generator        (p1 p2)(f1 f2)

  $ quotient check table.mcrl2 --all | grep -v -e time -e memory
  violated: deadlock: no action is possible, after 1 step
    states        6
                  representing 10 states (group S2, order 2)
    transitions   8
    depth         4
  counterexample, 1 step:
        0  initial state
        1  table.mcrl2:13  lock(p1, f2)|lock(p2, f1)  P_Fork#1: P_Fork(f1) → P_Fork(f1), before down(p2, f1), P_Fork#1.p: p2, P_Fork#2: P_Fork(f2) → P_Fork(f2), before down(p1, f2), P_Fork#2.p: p1, P_Phil#1: P_Phil(p1) → P_Phil(p1), before get(p1, f1), P_Phil#2: P_Phil(p2) → P_Phil(p2), before get(p2, f2)
  last state:
    P_Fork#1 = P_Fork(f1), before down(p2, f1)   P_Fork#1.p = p2   P_Fork#1.f = f1
    P_Fork#2 = P_Fork(f2), before down(p1, f2)   P_Fork#2.p = p1   P_Fork#2.f = f2
    P_Phil#1 = P_Phil(p1), before get(p1, f1)   P_Phil#1.p = p1
    P_Phil#2 = P_Phil(p2), before get(p2, f2)   P_Phil#2.p = p2
  no process can move:
    P_Fork#1  table.mcrl2:13  down(p2, f1)
    P_Fork#2  table.mcrl2:13  down(p1, f2)
    P_Phil#1  table.mcrl2:11  get(p1, f1)
    P_Phil#2  table.mcrl2:11  get(p2, f2)

  $ quotient check table.mcrl2 --symmetry enumerate --property action:eat --quiet
  violated: action 'eat' happens, after 3 steps
  [1]

  $ quotient check table.mcrl2 --symmetry sorted
  quotient: --symmetry sorted is for states of plain cells; use canonical, exact-markers, approx-markers, enumerate, flooding or local-search
  [2]

  $ quotient lts table.mcrl2 -o reduced.aut && cat reduced.aut
  reduced.aut: 6 states, 7 steps
  one state of every orbit (group of order 2): 'quotient expand' restores the whole graph
  des (0,7,6)
  (0,"lock(p1, f2) @ (), (p1 p2)(f1 f2)",1)
  (0,"lock(p1, f2)|lock(p2, f1) @ () fixing (p1 p2)(f1 f2)",2)
  (1,"lock(p1, f1) @ ()",3)
  (1,"lock(p2, f1) @ ()",2)
  (3,"eat(p1) @ ()",4)
  (4,"free(p1, f2) @ ()",5)
  (5,"free(p1, f1) @ ()",0)

  $ quotient lts table.mcrl2 --plain -o plain.aut --quiet && grep -c @ plain.aut
  0
  [1]

  $ quotient lts table.mcrl2 --classes
  {0}
  {1, 2}
  {3}
  {4, 5}
  {6, 7}
  {8, 9}
  10 states in 6 classes

  $ quotient lts table.mcrl2 --symmetry off -o whole.aut
  whole.aut: 10 states, 13 steps

  $ quotient expand reduced.aut -o expanded.aut
  expanded.aut: 10 states, 13 steps

  $ quotient compare whole.aut expanded.aut --equivalence iso
  isomorphic

  $ quotient compare whole.aut reduced.aut --equivalence permutation
  bisimilar under permutations

  $ quotient compare whole.aut plain.aut
  not bisimilar
    first state 0 does lock(p2, f1), second state 0 cannot
  [1]

  $ quotient compare whole.aut reduced.aut --equivalence iso --quiet
  not isomorphic
  [1]

Labels with sets and functions.

  $ quotient lts reports.mcrl2 -o reduced.aut && quotient lts reports.mcrl2 --symmetry off -o whole.aut
  reduced.aut: 13 states, 28 steps
  one state of every orbit (group of order 3): 'quotient expand' restores the whole graph
  whole.aut: 35 states, 82 steps

  $ head -n 4 reduced.aut
  des (0,28,13)
  (0,"mark(n1) @ (), (n1 n3 n2), (n1 n2 n3)",1)
  (1,"mark(n2) @ ()",2)
  (1,"told({n1}) @ ()",3)

  $ quotient expand reduced.aut -o expanded.aut && quotient compare whole.aut expanded.aut --equivalence iso
  expanded.aut: 35 states, 82 steps
  isomorphic

What is wrong.

  $ quotient compare whole.aut
  quotient: FILE is missing: quotient compare FILE FILE
  [2]

  $ quotient compare whole.aut table.mcrl2
  table.mcrl2:1:1: error: 'des (INITIAL, STEPS, STATES)' is expected at the beginning
      1 | % Two philosophers: the exchange of both, with their forks, is the only symmetry.
        | ^
  [2]

  $ printf 'des (0,1,2)\n(0,"a @ (p1 p1)",1)\n' > bad.aut && quotient expand bad.aut -o x.aut
  bad.aut:2:9: error: this is no list of permutations: (p1 p1)
      2 | (0,"a @ (p1 p1)",1)
        |         ^
  [2]

  $ quotient lts table.mcrl2 -o table.dot && head -n 1 table.dot
  table.dot: 6 states, 8 steps
  one state of every orbit (group of order 2): --symmetry off writes the whole graph
  // one state of every orbit, group of order 2

  $ quotient lts table.mcrl2 --symmetry sorted -o x.aut
  quotient: --symmetry sorted: state graphs are reduced by canonical, or not at all
  [2]

Where the steps of a state cannot be computed there is no graph, and none is written.

  $ printf 'act a: Nat;\ninit (a(1) + sum n: Nat. (n > 49) -> a(n)) . delta;\n' > part.mcrl2

  $ quotient lts part.mcrl2 -o part.aut
  incomplete: variable 'n' of sort Nat has infinitely many values: neither a condition nor a communication bounds it (part.mcrl2:2); no graph was written
  [3]

  $ quotient lts part.mcrl2 --classes
  incomplete: variable 'n' of sort Nat has infinitely many values: neither a condition nor a communication bounds it (part.mcrl2:2); no graph was written
  [3]

As one linear process, which is read back; or as it is composed.

  $ printf 'sort D = struct d1 | d2;\nact s, r, c: D; a;\nproc S(x: D) = s(x) . a . S(x); R = sum y: D. r(y) . R;\ninit allow({c, a}, comm({s|r -> c}, S(d1) || R || S(d2)));\n' > two.mcrl2

  $ quotient lps two.mcrl2
  sort D = struct d1 | d2;
  act s: D;
  act r: D;
  act c: D;
  act a;
  % s1: S#1 is at 1 = S, 2 = S:3:23
  % s3: S#2 is at 1 = S, 2 = S:3:23
  proc P(s1: Pos, s3: Pos) =
      ((s1 == 1)) -> c(d1) . P(s1 = 2)
    +
      ((s1 == 2)) -> a . P(s1 = 1)
    +
      ((s3 == 1)) -> c(d2) . P(s3 = 2)
    +
      ((s3 == 2)) -> a . P(s3 = 1)
    +
      delta;
  init P(1, 1);

  $ quotient lps two.mcrl2 -o linear.mcrl2 && quotient lts linear.mcrl2 --symmetry off -o linear.aut && quotient lts two.mcrl2 --symmetry off -o two.aut && quotient compare two.aut linear.aut --equivalence iso
  linear.aut: 4 states, 8 steps
  two.aut: 4 states, 8 steps
  isomorphic

  $ quotient lps two.mcrl2 --network | tail -n 9
      s(x) . L4(x)
    ;
  proc L3 =  % R
      sum y: D. r(y) . L3
    ;
  proc L4(x: D) =  % S:3:23
      a . L2(x)
    ;
  init allow({c, a}, comm({s|r -> c}, L2(d1) || L3 || L2(d2)));

  $ quotient lps two.mcrl2 --max-summands 1
  two.mcrl2:4:6: error: too large as one linear process: more than 1 summands (--max-summands N allows more; --network prints the processes as they are composed)
      4 | init allow({c, a}, comm({s|r -> c}, S(d1) || R || S(d2)));
        |      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  [2]

Values that a state holds by a number are not always given the same one; a trace is recognised by the values.

  $ printf 'act a: List(Nat); stop;\nproc P(l: List(Nat)) = sum k: Nat. (k < 3 && #l < 3) -> a(k |> l) . P(k |> l)\n  + (l == [2, 1, 2]) -> stop . delta;\ninit P([]);\n' > lists.mcrl2

  $ quotient check lists.mcrl2 --property action:stop --trace lists.json --quiet; quotient replay lists.mcrl2 lists.json
  violated: action 'stop' happens, after 4 steps
        0  initial state
        1  lists.mcrl2:2  a([2])        P.l: [] → [2]
        2  lists.mcrl2:2  a([1, 2])     P.l: [2] → [1, 2]
        3  lists.mcrl2:2  a([2, 1, 2])  P.l: [1, 2] → [2, 1, 2]
        4  lists.mcrl2:3  stop          P: P → P, before delta
  ends with: action 'stop' happens

What is wrong with a value is told again as it was, whatever was wrong before.

  $ printf 'map n: Nat; act a, b;\nproc P(k: Nat) = (k < 2) -> a . P(k + 1) + (k == 2) -> b . Q(k) + (k == 2 && n < 1) -> a . delta;\n  Q(k: Nat) = (n < k) -> a . delta;\ninit P(0);\n' > partial.mcrl2

  $ quotient check partial.mcrl2 --property action:b --trace partial.json --quiet; quotient replay partial.mcrl2 partial.json --quiet
  violated: this condition is neither true nor false: n < 1 (partial.mcrl2:2), after 2 steps
  this condition is neither true nor false: n < 1

What cannot be computed is not wrong, only not known.

  $ printf 'act a: Nat; b;\ninit b . sum k: Nat. (k > 7) -> a(k);\n' > sum.mcrl2; quotient check sum.mcrl2 --quiet
  incomplete: variable 'k' of sort Nat has infinitely many values: neither a condition nor a communication bounds it (sum.mcrl2:2)
  [3]

  $ quotient lts sum.mcrl2 -o x.aut
  incomplete: variable 'k' of sort Nat has infinitely many values: neither a condition nor a communication bounds it (sum.mcrl2:2); no graph was written
  [3]

  $ printf 'map f: Nat -> Nat; var n: Nat; eqn f(n) = f(n + 1);\nact a: Nat;\ninit a(1) . a(f(3));\n' > endless.mcrl2; quotient check endless.mcrl2 --quiet --time 0.5s | cut -d: -f1
  incomplete

  $ quotient lts endless.mcrl2 --symmetry off -o x.aut --time 0.5s | cut -d: -f1
  incomplete

Steps are counted as lps2lts does.

  $ quotient check two.mcrl2 --symmetry off --json - --quiet | grep transitions
    "transitions": 8,

Permutations that no quotient has are refused.

  $ printf 'des (0,2,2)\n(0,"a(1) @ (), (1 2)",1)\n(1,"b(1) @ (1 9)",0)\n' > bad.aut && quotient expand bad.aut -o x.aut
  bad.aut:3:12: error: the permutation (1 9) cannot be: it is to leave state 0 alone, which has no such step a(9)
      3 | (1,"b(1) @ (1 9)",0)
        |            ^
  [2]

  $ quotient compare bad.aut bad.aut --equivalence permutation
  bad.aut:3:12: error: the permutation (1 9) cannot be: it is to leave state 0 alone, which has no such step a(9)
      3 | (1,"b(1) @ (1 9)",0)
        |            ^
  [2]
