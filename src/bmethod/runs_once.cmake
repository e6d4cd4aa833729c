# What of this folder runs once for each model, and is compiled to be built quickly; paths that begin so.
set(runs_once_in_folder
    syntax/   # reads the text
    project/  # resolves its names
    check/    # infers types, decides sizes
    compile/  # makes the program; constants are folded by the evaluator, which is not in this list
    load.cpp) # puts these together
