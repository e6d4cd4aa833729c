Steps that need not be taken now are left out.

  $ printf 'active [3] proctype p() { byte n; n = 1; n = 2; n = 3 }\n' > alone.pml

  $ quotient check alone.pml --steps plain --symmetry off | grep -e states -e left
  verified: all reachable states were explored
    states        85

  $ quotient check alone.pml --steps plain --symmetry off --partial-order on | grep -e states -e left
  verified: all reachable states were explored
    states        13
                  steps left out in 6 of them (partial orders)

  $ quotient check alone.pml --steps plain --partial-order on | grep -e states -e left
  verified: all reachable states were explored
    states        13
                  steps left out in 6 of them (partial orders)
    symmetry      none: processes that end disappear in the opposite order of their creation, which tells them apart; without this, up to 6 times fewer states

Where that is not possible, it is said.

  $ quotient check alone.pml --partial-order on --search dfs | grep partial
    note          --partial-order is not used: it needs --search bfs

  $ printf 'byte x; active proctype a() provided (x == 0) { skip; skip } active proctype b() { x = 1 }\n' > provided.pml

  $ quotient check provided.pml --partial-order on | grep partial
    note          --partial-order is not used: in this model every step may depend on every other

Machines of B have calls that share nothing.

  $ printf 'MACHINE M DEFINITIONS scope_P == 3 SETS P VARIABLES at INVARIANT at : P --> 0..3 INITIALISATION at := P * {0}\n' > calls.mch

  $ printf 'OPERATIONS step(p) = PRE p : P & at(p) < 3 THEN at(p) := at(p) + 1 END END\n' >> calls.mch

  $ quotient check calls.mch --symmetry off --property invariant | grep states
  verified: all reachable states were explored
    states        64

  $ quotient check calls.mch --symmetry off --property invariant --partial-order on | grep -e states -e left
  verified: all reachable states were explored
    states        10
                  steps left out in 6 of them (partial orders)

  $ quotient check calls.mch --property invariant --partial-order on | grep -e states -e left
  verified: all reachable states were explored
    states        10
                  steps left out in 6 of them (partial orders)

With --audit they are checked.

  $ quotient check mutex.pml --symmetry flattened --audit --partial-order on | grep 'partial orders'
    note          --audit: with partial orders too: 19 states, and the same is wrong

By default, where a model has some thousand states and steps are left out in many of the first. That is a matter of the
model, not of the machine.

  $ printf 'active [5] proctype p() { byte n; n = 1; n = 2; n = 3; n = 4; n = 5 }\n' > five.pml

  $ quotient check five.pml --steps plain --symmetry off --partial-order off | grep -e states -e left
  verified: all reachable states were explored
    states        9,331

  $ quotient check five.pml --steps plain --symmetry off | grep -e states -e left
  verified: all reachable states were explored
    states        31
                  steps left out in 20 of them (partial orders)

  $ printf 'byte x[5]; active [5] proctype p() { do :: x[_pid] = (x[_pid] + 1) %% 7 od }\n' > round.pml

  $ quotient check round.pml --steps plain --symmetry off | grep -e states -e left
  verified: all reachable states were explored
    states        16,807
                  steps left out in 16,800 of them (partial orders)

  $ printf 'byte x; active [5] proctype p() { do :: x = (x + _pid + 1) %% 7; x = x * x %% 64; x = x + _pid od }\n' > shared.pml

  $ quotient check shared.pml --steps plain --symmetry off | grep -e states -e left
  verified: all reachable states were explored
    states        7,099

Also for formulas and labels, where nobody asks for fairness, and a formula does not count steps.

  $ printf 'byte y; active [5] proctype p() { byte n; n = 1; n = 2; n = 3; n = 4; y++ }\nltl all { <> (y == 5) } ltl two_in_turn { [] (y == 0 -> X (y < 2)) } never c { do :: y == 6 -> break :: else od }\n' > formulas.pml

  $ quotient check formulas.pml --steps plain --symmetry off --property ltl:all --partial-order off | grep -e states -e left
  verified: all reachable states were explored
    states        9,330
    all           verified, 9,330 states with the claim

  $ quotient check formulas.pml --steps plain --symmetry off --property ltl:all | grep -e states -e left
  verified: all reachable states were explored
    states        82
                  steps left out in 20 of them (partial orders)
    all           verified, 82 states with the claim

  $ quotient check formulas.pml --steps plain --symmetry off --property ltl:all --partial-order on --paranoid | grep -e states -e left
  verified: all reachable states were explored
    states        82
                  steps left out in 20 of them (partial orders)
    all           verified, 82 states with the claim

  $ quotient check formulas.pml --steps plain --symmetry off --property ltl:two_in_turn --partial-order on | grep -e partial
    note          --partial-order is not used: the formula counts steps (X)

  $ quotient check formulas.pml --steps plain --symmetry off --property never:c --partial-order on | grep -e partial
    note          --partial-order is not used: a never claim may count steps, an ltl formula without X does not

  $ quotient check formulas.pml --steps plain --symmetry off --property ltl:all --fairness weak --partial-order on | grep -e partial
    note          --partial-order is not used: fairness speaks of all that could move

Together with symmetry there are fewer states than with either alone: 125 without both, 35 up to symmetry.

  $ printf 'byte y; active [3] proctype p() { byte n; n = 1; n = 2; n = 3; y++; do :: y == 3 -> n = 0; y = 0 od }\nltl all { <> (y == 3) }\n' > alike.pml

  $ quotient check alike.pml --steps plain --property ltl:all --symmetry off --partial-order on | grep -e states -e left -e partial
  verified: all reachable states were explored
    states        17
                  steps left out in 9 of them (partial orders)
    all           verified, 17 states with the claim

  $ quotient check alike.pml --steps plain --property ltl:all --partial-order on --paranoid | grep -e states -e left -e partial
  verified: all reachable states were explored
    states        13
                  steps left out in 9 of them (partial orders)
    all           verified, 13 states with the claim

Components of an mCRL2 network share nothing but what they do together.

  $ printf 'act a, b, c, send, take, pass; proc P = a.b.c.send.delta; Q = take.Q;\ninit allow({a, b, c, pass}, comm({send|take -> pass}, P || P || P || Q));\n' > network.mcrl2

  $ quotient check network.mcrl2 --symmetry off --partial-order off | grep -e states -e left -e violated
  violated: deadlock: no action is possible, after 12 steps
    states        125

  $ quotient check network.mcrl2 --symmetry off --partial-order on --paranoid | grep -e states -e left -e violated
  violated: deadlock: no action is possible, after 12 steps
    states        17
                  steps left out in 9 of them (partial orders)

Whoever wants to be sure that what is left out may wait has it tried.

  $ quotient check five.pml --steps plain --symmetry off --partial-order on --paranoid | grep -e states -e left
  verified: all reachable states were explored
    states        31
                  steps left out in 20 of them (partial orders)

A run to a violation is a shortest one where that is found out with little effort, and else that is said.

  $ printf 'active [2] proctype p() { byte n; n = 1; n = 2; n = 3 }\nactive proctype q() { assert(false) }\n' > early.pml

  $ quotient check early.pml --steps plain --symmetry off --partial-order on | head -1
  violated: assertion violated: (false) (early.pml:2), after 1 step

  $ printf 'active [7] proctype p() { byte n; n = 1; n = 2; n = 3; n = 4; n = 5; n = 6 }\n' > late.pml

  $ printf 'active proctype q() { byte n; do :: n < 9 -> n++ :: n == 9 -> assert(false) od }\n' >> late.pml

  $ quotient check late.pml --steps plain --symmetry off --partial-order on | grep -e violated -e shorter
  violated: assertion violated: (false) (late.pml:2), after 62 steps
    note          there may be a shorter run, since partial-order reduction was used (--partial-order off finds a shortest one)

  $ quotient check late.pml --steps plain --symmetry off --partial-order off | grep -e violated -e shorter
  violated: assertion violated: (false) (late.pml:2), after 20 steps
