# What of this folder runs once for each model; constants are folded by the evaluator, which is not in this list.
set(runs_once
    "syntax/.*"   # reads the text
    "project/.*"  # resolves its names
    "check/.*"    # infers types, decides sizes
    "compile/.*"  # makes the program
    "(front_end|load).cpp")  # put these together
