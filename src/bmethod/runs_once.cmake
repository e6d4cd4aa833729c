# Reading, resolving, checking and compiling a machine, and putting the whole together: once for each model. What the
# compiler folds is folded by the evaluator, which runs for every state, as symmetry does.
set(runs_once "syntax/.*" "project/.*" "check/.*" "compile/.*" "(front_end|load).cpp")
