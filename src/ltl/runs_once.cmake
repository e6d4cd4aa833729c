# Formulas are translated before the search.
set(runs_once ".*")
