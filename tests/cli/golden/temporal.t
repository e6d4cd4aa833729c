Temporal formulas of a machine are checked with everything else; what fails has a run, up to where it repeats:

  $ quotient check lift.mch

  $ quotient check lift.mch --quiet --property ltl:ASSERT_LTL_safe

  $ quotient check lift.mch --quiet --property invariant

More on the command line, up to symmetry; a formula that names an element keeps it apart:

  $ quotient check visitors.mch --ctl 'AG EF {inside = {}}'

  $ quotient check visitors.mch --quiet --ltl 'G ([enter(ann)] => F [leave(ann)])'

  $ quotient check visitors.mch --quiet --ltl 'SF(leave(ann)) => G ([enter(ann)] => F [leave(ann)])'

Errors have their place in the formula:

  $ quotient check lift.mch --ltl 'G {movin = TRUE}'

  $ quotient check lift.mch --ctl 'AG (EF {open = TRUE}'

  $ quotient check lift.mch --ltl 'F [fly]'

  $ quotient check lift.mch --property ltl:ASSERT_LTL_sae

  $ quotient check claims.pml --ctl 'AG {x == 0}'
