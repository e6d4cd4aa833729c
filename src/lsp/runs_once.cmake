# Waits for people.
set(runs_once ".*")
