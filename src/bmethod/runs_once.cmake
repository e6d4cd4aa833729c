# Reading, checking and compiling a machine; evaluation and symmetry run for every state.
set(runs_once "(front_end|load|sizes).cpp" "(.*/)?(parse|lex|check|compile|print)[^/]*" "project/(load|sizes).cpp")
