The state graph, by ending.

  $ quotient lts mutex.pml --steps spin -o mutex.aut && head -n 4 mutex.aut
  mutex.aut: 38 states, 64 steps
  des (0,64,38)
  (0,"flag[_pid] = 1",1)
  (0,"flag[_pid] = 1",2)
  (1,"turn = _pid",3)

  $ quotient lts mutex.pml --steps spin -o mutex.json --quiet && python3 -c 'import json; d = json.load(open("mutex.json")); print(len(d["states"]), len(d["edges"]))'
  38 64

  $ quotient lts pipeline.pml --steps spin -o pipeline.dot --quiet && grep -c -e '->' pipeline.dot
  5

  $ quotient lts mutex.pml -o mutex.xyz
  quotient: the ending of 'mutex.xyz' names no format: .aut, .dot or .json is expected
  [2]

  $ quotient lts mutex.pml --steps spin
  quotient: -o FILE is missing: quotient lts MODEL -o FILE
  [2]

  $ quotient lts mutex.pml --steps spin -o no/such/folder.aut
  quotient: cannot write 'no/such/folder.aut': No such file or directory
  [2]
