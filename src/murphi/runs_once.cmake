# All but rule_system happens once for each model.
set(runs_once "front_end.cpp" "(syntax|check|lower)/.*")
