# Starting the C compiler takes longer than anything here.
set(runs_once "compiler.cpp")
