Refinements together with what they refine: four arrays, three heights; half of them up to the names of two items.

  $ quotient refines stack_array.ref --quiet
  verified for ITEM = 2, assumed; try --set ITEM=3 (all reachable states were explored)

  $ quotient check --refinement stack_array.ref
  verified for ITEM = 2, assumed; try --set ITEM=3 (all reachable states were explored)
    states        6
                  representing 12 states (group S2, order 2)
    transitions   16
    depth         2
    assumed       ITEM has 2 elements (assumed: default; try --set ITEM=3)
    assumed       integers from -1 to 3
    time          T s
    memory        M

The oldest is not the newest: both runs, side by side, and what the refinement would do next.

  $ sed 's/i := place(top)/i := place(1)/' stack_array.ref > fifo.ref

  $ quotient refines fifo.ref --trace run.json
  violated: refinement violated: stack.pop has no such result here (fifo.ref:8), after 3 steps
    states        6
                  representing 12 states (group S2, order 2)
    transitions   15
    depth         2
    assumed       ITEM has 2 elements (assumed: default; try --set ITEM=3)
    assumed       integers from -1 to 3
    time          T s
    memory        M
  counterexample, 3 steps:
        0  stack_array  fifo.ref:5   INITIALISATION  place: {(1|->ITEM1),(2|->ITEM2)}, top: 0
           stack        fifo.ref:5   INITIALISATION  stack.items: {}
        1  stack_array  fifo.ref:7   push(ITEM1)     top: 0 → 1
           stack        stack.mch:7  push(ITEM1)     stack.items: {} → {(1|->ITEM1)}
        2  stack_array  fifo.ref:7   push(ITEM2)     top: 1 → 2
           stack        stack.mch:7  push(ITEM2)     stack.items: {(1|->ITEM1)} → {(1|->ITEM1),(2|->ITEM2)}
        3  stack_array  fifo.ref:8   pop --> ITEM1   top: 2 → 1
  last state:
    place = {(1|->ITEM1),(2|->ITEM2)}   top = 1   stack.items = {(1|->ITEM1),(2|->ITEM2)}
  [1]

  $ quotient replay fifo.ref run.json
        0  stack_array  fifo.ref:5   INITIALISATION  place: {(1|->ITEM1),(2|->ITEM2)}, top: 0
           stack        fifo.ref:5   INITIALISATION  stack.items: {}
        1  stack_array  fifo.ref:7   push(ITEM1)     top: 0 → 1
           stack        stack.mch:7  push(ITEM1)     stack.items: {} → {(1|->ITEM1)}
        2  stack_array  fifo.ref:7   push(ITEM2)     top: 1 → 2
           stack        stack.mch:7  push(ITEM2)     stack.items: {(1|->ITEM1)} → {(1|->ITEM1),(2|->ITEM2)}
        3  stack_array  fifo.ref:8   pop --> ITEM1   top: 2 → 1
  ends with: refinement violated: stack.pop has no such result here (fifo.ref:8)

  $ quotient refines stack.mch
  stack.mch:1:9: error: 'stack' refines no machine: there is nothing to check it against
      1 | MACHINE stack
        |         ^~~~~
  [2]

  $ quotient refines mutex.pml
  quotient: --refinement: Promela has no refinements; this option is for B
  [2]

What is looked for, and where states are explored.

  $ quotient check stack.mch --goal 'size(items) = 2 & items(1) /= items(2)' --quiet
  violated: GOAL reached: size(items) = 2 & items(1) /= items(2) (GOAL:1), after 2 steps
  [1]

  $ quotient check stack.mch --scope 'size(items) < 2' --quiet
  incomplete: states outside of SCOPE are not explored: size(items) < 2 (SCOPE:1)
  [3]

  $ quotient check stack.mch --goal 'sise(items) = 2'
  GOAL:1:1: error: unknown name 'sise'
      1 | sise(items) = 2
        | ^~~~
          did you mean 'size'?
  [2]
