Pages of results, written at once or from a result that was saved: the same bytes.

  $ quotient check mutex.pml -D BROKEN --html page.html --json result.json --graph --quiet; quotient report result.json -o again.html; cmp page.html again.html && echo the same
  violated: assertion violated: (critical == 1) (mutex.pml:14), after 7 steps
  the same

  $ grep -c '<title>mutex.pml: violated</title>' page.html
  1

  $ quotient check mutex.pml --html - --quiet | head -c 15
  <!doctype html>

What is no result is refused, and nothing is written.

  $ quotient report result.json
  quotient: -o FILE is missing: quotient report RESULT -o FILE
  [2]

  $ quotient report missing.json -o page2.html
  quotient: cannot open 'missing.json': No such file or directory
  [2]

  $ quotient report mutex.pml -o page2.html
  quotient: mutex.pml:1:1: this is not a result: JSON expected
  [2]

  $ echo '{"tool": "quotient"}' > other.json; quotient report other.json -o page2.html
  quotient: other.json: this is not a result of quotient check --json
  [2]

  $ quotient report result.json -o no/such/folder/page.html
  quotient: cannot write 'no/such/folder/page.html': No such file or directory
  [2]

  $ quotient check mutex.pml --html no/such/folder/page.html
  quotient: cannot write 'no/such/folder/page.html': No such file or directory
  [2]

  $ quotient check mutex.pml --graph
  quotient: --graph is for --json
  [2]

  $ ls page2.html
  ls: cannot access 'page2.html': No such file or directory
  [2]
