Symmetry that costs more than it saves is not used: in all states of this model all processes are alike. Whatever the threads.

  $ quotient check lockstep.pml --threads 1
  verified: all reachable states were explored
    states        11,881
    symmetry      none: S2 ≀ S5 of order 3840 is not used, since it costs more than it saves: each canonical form takes about as long as 9 steps, and an orbit has 1.0 states (--symmetry canonical uses it all the same)
    transitions   17,762
    depth         218
    time          T s
    memory        M
  never reached:
    Node  lockstep.pml:8  age[_pid] != age[_pid ^ 1] || age[_pid] != age[_pid ^ 2] || age[_pid] != age[_pid ^ 4] || age[_pid] !...
          lockstep.pml:9  assert(false)

  $ quotient check lockstep.pml --threads 3 | grep -E 'states|symmetry'
  verified: all reachable states were explored
    states        11,881
    symmetry      none: S2 ≀ S5 of order 3840 is not used, since it costs more than it saves: each canonical form takes about as long as 9 steps, and an orbit has 1.0 states (--symmetry canonical uses it all the same)

  $ quotient check lockstep.pml --symmetry canonical | grep -E -A1 'states'
  verified: all reachable states were explored
    states        11,881
                  representing 11,881 states (group S2 ≀ S5, order 3,840)
    transitions   17,762

A machine is set up once for every orbit, and so cannot be searched without symmetry afterwards: that once showed 6,003 states "without
symmetry", where there are 6,004.

  $ printf 'MACHINE Drop SETS T VARIABLES v, n INVARIANT v <: T & n : 0..3000\nINITIALISATION v :: POW(T) || n := 0 OPERATIONS\nup = SELECT card(v) /= 1 & n < 3000 THEN n := n + 1 END;\nstay = BEGIN n := n END\nDEFINITIONS scope_T == 2 END\n' > Drop.mch

  $ quotient check Drop.mch | grep -E -A1 '^  states'
    states        6,003
                  representing 6,004 states (group S2, order 2)

  $ quotient check Drop.mch --symmetry off | grep -E '^  states'
    states        6,004
