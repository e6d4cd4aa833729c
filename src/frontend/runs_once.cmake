# Asked while a model is loaded.
set(runs_once ".*")
