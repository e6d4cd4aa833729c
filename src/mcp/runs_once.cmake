# Answers to programs: nothing here is part of a search.
set(runs_once ".*")
