# Reading, checking and compiling a specification, and drawing it for detection; data/evaluator and steps/ run for every state.
set(runs_once "(front_end|system|project).cpp" "(syntax|check|formula)/.*" "data/(compile|print).*" "process/(model|linear|continuations|first_steps|side_by_side|random_choices|endings).cpp" "lps/lps.cpp"
    "symmetry/(code_graph|earlier_rules|number|detect|check).*")
