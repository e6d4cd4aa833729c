# Results are described once.
set(runs_once ".*")
