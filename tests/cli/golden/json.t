The schema of the contract; the text is not printed beside it.

  $ quotient check mutex.pml --steps spin --json -
  {
    "tool": "quotient",
    "version": "0.1.0",
    "model": "mutex.pml",
    "language": "promela",
    "verdict": "verified",
    "exact": true,
    "complete": true,
    "reason": "all reachable states were explored",
    "states": 19,
    "transitions": 33,
    "max_depth": 8,
    "seconds": {
      "total": T,
      "load": T,
      "symmetry": T,
      "search": T
    },
    "memory_bytes": M,
    "bytes_per_state": M,
    "threads": N,
    "store": "exact",
    "expected_coverage": 1.0,
    "hash_factor": null,
    "symmetry": {
      "strategy": "canonical",
      "detect": "system",
      "order": "2",
      "exact": true,
      "rule_instances": 0,
      "rules_shown": 0,
      "rules_tried_on": null,
      "represents": "38",
      "generators": [
        "(0 1)"
      ],
      "broken_by": []
    },
    "audit": null,
    "errors": 0,
    "claims": [],
    "assumed": [],
    "vacuous": [],
    "violations": [],
    "unreached": [
      {
        "part": "user",
        "places": [
          {
            "file": "mutex.pml",
            "line": 18,
            "column": 1,
            "statement": "end"
          }
        ]
      }
    ]
  }

  $ quotient check mutex.pml --steps spin -D BROKEN --json out.json --quiet; python3 -c 'import json; d = json.load(open("out.json")); print(d["verdict"], d["states"], [(v["kind"], v["length"], len(v["trace"])) for v in d["violations"]])'
  violated: assertion violated: (critical == 1) (mutex.pml:14), after 7 steps
  violated 30 [('assertion', 7, 8)]

  $ quotient check endless.pml --max-states 10 --json - | grep -E 'verdict|complete|reason'
    "verdict": "incomplete",
    "complete": false,
    "reason": "the limit of 10 states was reached, no violation until then",

A file that cannot be written is refused before the search.

  $ quotient check endless.pml --json no/such/folder.json
  quotient: cannot write 'no/such/folder.json': No such file or directory
  [2]
