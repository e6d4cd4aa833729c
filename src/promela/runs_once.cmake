# The whole front end is done before the search begins.
set(runs_once ".*")
