# Answers to people: nothing here is part of a search.
set(runs_once ".*")
