Verified for every number of elements, with a certificate that another checker accepts.

  $ quotient check token.m --for-every Node --engine interpreter --certificate token.json
  verified for every number of Node (1-views closed: 3)
    views         3 of 1 Node, 2 states with 4 and 10 steps (a step depends on 3)
    searched      1: 2 states, 2: 2 states, 3: 2 states, 4: 2 states
    not covered   deadlock
    the last      with 4 Node:
    states        2
                  representing 8 states (group S4, order 24)
    transitions   6
    depth         1
    time          T s
    memory        M

  $ quotient certify token.m token.json
  certified for every number of Node (1-views: 3; 8 states, 18 steps); deadlock is not covered

  $ quotient check token.m --for-every Node --engine interpreter --json - | grep -A 4 '"for_every"'
    "for_every": {
      "family": "Node",
      "shown": true,
      "k": 1,
      "m": 3,

A certificate without one of its views, or for another text, shows nothing.

  $ sed 's/,\[\[2,0\],\[2,0\]\]//; s/\[\[\[2,0\],\[2,0\]\],/[/; s/\[\[\[1,0\],\[1,0\]\],/[/; s/\[\[\[1,0\]\],/[/' token.json > less.json; cmp -s token.json less.json; echo $?; quotient certify token.m less.json
  1
  not certified: with 4 Node: it is not closed: an initial state leads to a view that is not there
  [3]

  $ cp token.m other.m; echo '-- more' >> other.m; quotient certify other.m token.json
  not certified: with 1 Node: it was made for another text of the model
  [3]

  $ echo '{}' > empty.json; quotient certify token.m empty.json
  quotient: this is no certificate: [json.exception.out_of_range.403] key 'certificate' not found
  [2]

  $ quotient certify token.m
  quotient: FILE is missing: quotient certify MODEL FILE
  [2]

Whoever is outside hands on the token: two are enough to see it.

  $ sed 's/rule "hand on" token = n & /rule "hand on" /' token.m > broken.m; quotient check broken.m --for-every Node --engine interpreter --trace broken.json
  violated: invariant "one at a time" is violated (broken.m:25), after 3 steps
    searched      1: 2 states, 2: 4 states
    not covered   deadlock
    the last      with 2 Node:
    states        4
                  representing 8 states (group S2, order 2)
    transitions   14
    depth         3
    time          T s
    memory        M
  counterexample, 3 steps:
        0  broken.m:11  startstate (first: Node_1)            where[Node_1]: undefined → Outside, where[Node_2]: undefined → Outside, token: undefined → Node_1
        1  broken.m:18  rule "enter" (n: Node_1)              where[Node_1]: Outside → Inside
        2  broken.m:21  rule "hand on" (n: Node_2, other: Node_2)  token: Node_1 → Node_2
        3  broken.m:18  rule "enter" (n: Node_2)              where[Node_2]: Outside → Inside
  propositions of the formula:
    invariant "one at a time"  true in steps 0 to 2, false in step 3
  last state:
    where[Node_1] = Inside   where[Node_2] = Inside   token = Node_2
  [1]

  $ quotient replay broken.m broken.json --quiet
  invariant "one at a time" is violated

  $ quotient check token.m --set Node=5 --quiet --engine interpreter
  verified: all reachable states were explored

  $ quotient check token.m --set N=4 --quiet --engine interpreter
  verified: all reachable states were explored

  $ quotient check token.m --set M=4
  token.m:1:1: error: --set M: the model has no constant and no type of this name
      1 | -- Whoever has the token may enter; it is handed on at will.
        | ^
  [2]

What is not parametric is refused with its line.

  $ quotient check counted.m --for-every Node
  counted.m:6:13: error: this uses the number of Nodes
      6 |   sold : 0..N;
        |             ^
  counted.m:12:19: error: which Node is kept depends on the order in which they come
     12 |   for n : Node do last := n; end;
        |                   ^~~~~~~~~
  counted.m:20:34: error: a loop over Node changes what is not of the one whose turn it is: the result depends on how many there are, or on their order
     20 |   for n : Node do if has[n] then sold := sold - 1; end; has[n] := false; end;
        |                                  ^~~~~~~~~~~~~~~~
  quotient: --for-every Node: this cannot be shown for every number of them
  [2]

  $ quotient check token.m --for-every Client
  quotient: --for-every Client: there is no such scalarset or range; there is Node
  [2]

  $ quotient check token.m --for-every Where
  quotient: --for-every Where: there is no such scalarset or range; there is Node
  [2]

  $ quotient check token.m --for-every Node --property deadlock
  quotient: --property deadlock: deadlock is not covered by --for-every
  [2]

  $ quotient check token.m --for-every Node --set Node=3
  quotient: --set Node cannot be combined with --for-every Node
  [2]

  $ quotient check token.m --views 2
  quotient: --views is for --for-every
  [2]

  $ quotient check toggle.pml --for-every Node
  quotient: --for-every Node: Promela has no families of any size; this option is for Murphi
  [2]
