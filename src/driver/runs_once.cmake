# Puts the parts together; the search itself is elsewhere.
set(runs_once ".*")
