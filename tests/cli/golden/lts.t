The state graph, by ending: the states and steps that a check explores.

  $ quotient lts mutex.pml --steps spin -o mutex.aut && head -n 4 mutex.aut
  mutex.aut: 19 states, 32 steps
  one state of every orbit (group of order 2): --symmetry off writes the whole graph
  des (0,32,19)
  (0,"flag[_pid] = 1",1)
  (0,"flag[_pid] = 1",2)
  (1,"turn = _pid",3)

  $ quotient lts mutex.pml --steps spin -o mutex.json --quiet && python3 -c 'import json; d = json.load(open("mutex.json")); print(len(d["states"]), len(d["edges"]))'
  19 32

  $ quotient lts mutex.pml --steps spin --symmetry off -o whole.json && python3 -c 'import json; d = json.load(open("whole.json")); print(d["symmetry"], len(d["states"]), len(d["edges"])); print(dict(d["states"][1]["cells"]))'
  whole.json: 38 states, 64 steps
  {'order': '1'} 38 64
  {'flag[0]': '0', 'flag[1]': '1', 'turn': '0', 'critical': '0', 'user(0)': 'mutex.pml:8 flag[_pid] = 1', 'user(1)': 'mutex.pml:10 turn = _pid'}

  $ quotient check mutex.pml --steps spin --json - | python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["states"], d["transitions"])'
  19 33

  $ quotient lts mutex.pml --steps spin -o mutex.dot --quiet && head -n 1 mutex.dot
  // one state of every orbit, group of order 2

  $ quotient lts mutex.pml --steps spin --classes | tail -n 2
  {35, 36}
  38 states in 19 classes

  $ quotient expand mutex.aut -o same.aut
  same.aut: 19 states, 32 steps
  the labels contain no permutations: there was no reduction to undo

  $ quotient lts pipeline.pml --steps spin -o pipeline.dot --quiet && grep -c -e '->' pipeline.dot
  5

  $ quotient lts mutex.pml -o mutex.xyz
  quotient: the extension of 'mutex.xyz' is not a known format; expected .aut, .dot or .json
  [2]

  $ quotient lts mutex.pml --steps spin
  quotient: -o FILE is missing: quotient lts MODEL -o FILE
  [2]

  $ quotient lts mutex.pml --steps spin -o no/such/folder.aut
  quotient: cannot write 'no/such/folder.aut': No such file or directory
  [2]

Random choices: steps lead to distributions, and so may the beginning.

  $ printf 'act flip: Bool; sort D = struct d1 | d2;\ninit dist d: D[1/2] . flip(d == d1) . dist b: Bool[if(b, 1/3, 2/3)] . flip(b) . delta;' > coin.mcrl2

  $ quotient lts coin.mcrl2 -o coin.aut && cat coin.aut
  coin.aut: 5 states, 4 steps
  des (0 1/2 1,4,5)
  (0,"flip(true)",2 2/3 3)
  (1,"flip(false)",2 2/3 3)
  (2,"flip(false)",4)
  (3,"flip(true)",4)

  $ quotient lts coin.mcrl2 -o coin.dot
  quotient: a graph with random steps ('dist') is written as .aut, and neither minimised nor divided into classes
  [2]

  $ quotient check coin.mcrl2 --formula '<true> true'
  (formula):1:1: error: formulas are not checked for specifications with 'dist': what holds there has a probability
      1 | <true> true
        | ^~~~~~~~~~~
  [2]
