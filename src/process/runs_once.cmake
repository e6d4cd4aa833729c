# Detection and the checks of rules look at the program, not at states. rule_orbits and rewriter do look at states.
set(runs_once "symmetry/(detect|scd|scalarset)/.*" "symmetry/program_symmetry.cpp" "symmetry/rules/(check_.*|rule_proof.cpp|program_rules.cpp)")
