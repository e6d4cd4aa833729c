The schema of the contract; the text is not printed beside it.

  $ quotient check mutex.pml --steps spin --json -
  {
    "tool": "quotient",
    "version": "0.2.0",
    "model": "mutex.pml",
    "language": "promela",
    "verdict": "verified",
    "exact": true,
    "complete": true,
    "reason": "all reachable states were explored",
    "states": 19,
    "partly_expanded": 0,
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
      "broken_by": [],
      "structure": "S2",
      "moved": [
        {
          "name": "user(0)",
          "token": "0",
          "kind": "process",
          "orbit": 0
        },
        {
          "name": "user(1)",
          "token": "1",
          "kind": "process",
          "orbit": 0
        }
      ]
    },
    "audit": null,
    "errors": 0,
    "claims": [],
    "not_checked": [],
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
            "statement": "end",
            "without_way": true
          }
        ]
      }
    ],
    "search_order": "bfs",
    "skip_sequential": false,
    "arguments": [
      "--steps",
      "spin"
    ],
    "command": [
      "quotient",
      "check",
      "mutex.pml",
      "--steps",
      "spin"
    ],
    "growth": [
      {
        "depth": 0,
        "stored": 1,
        "waiting": 1,
        "bytes": M,
        "after": T
      },
      {
        "depth": 1,
        "stored": 3,
        "waiting": 2,
        "bytes": M,
        "after": T
      },
      {
        "depth": 2,
        "stored": 5,
        "waiting": 2,
        "bytes": M,
        "after": T
      },
      {
        "depth": 3,
        "stored": 7,
        "waiting": 2,
        "bytes": M,
        "after": T
      },
      {
        "depth": 4,
        "stored": 10,
        "waiting": 3,
        "bytes": M,
        "after": T
      },
      {
        "depth": 5,
        "stored": 13,
        "waiting": 3,
        "bytes": M,
        "after": T
      },
      {
        "depth": 6,
        "stored": 16,
        "waiting": 3,
        "bytes": M,
        "after": T
      },
      {
        "depth": 7,
        "stored": 18,
        "waiting": 2,
        "bytes": M,
        "after": T
      },
      {
        "depth": 8,
        "stored": 19,
        "waiting": 1,
        "bytes": M,
        "after": T
      },
      {
        "depth": 8,
        "stored": 19,
        "waiting": 0,
        "bytes": M,
        "after": T
      }
    ],
    "sources": [
      {
        "file": "mutex.pml",
        "text": "/* Peterson's algorithm for two processes. With -D BROKEN both enter. */\nbool flag[2];\nbyte turn, critical;\n\nactive [2] proctype user()\n{\nagain:\n  flag[_pid] = 1;\n#ifndef BROKEN\n  turn = _pid;\n#endif\n  (flag[1 - _pid] == 0 || turn == 1 - _pid);\n  critical++;\n  assert(critical == 1);\n  critical--;\n  flag[_pid] = 0;\n  goto again\n}\n"
      }
    ],
    "diagram": {
      "items": [
        {
          "name": "user(0)",
          "token": "0",
          "kind": "process",
          "signature": ""
        },
        {
          "name": "user(1)",
          "token": "1",
          "kind": "process",
          "signature": ""
        }
      ],
      "links": [],
      "observed_states": 38
    },
    "graph": null,
    "remarks": [
      {
        "kind": "unreached",
        "message": "never reached: user, end",
        "at": {
          "file": "mutex.pml",
          "line": 18,
          "column": 1
        },
        "bears_on_verdict": false,
        "expected": true,
        "data": {
          "part": "user",
          "statement": "end"
        }
      }
    ],
    "for_every": null
  }

  $ quotient check mutex.pml --steps spin -D BROKEN --json out.json --quiet; python3 -c 'import json; d = json.load(open("out.json")); print(d["verdict"], d["states"], [(v["kind"], v["length"], len(v["trace"])) for v in d["violations"]])'
  violated: assertion violated: (critical == 1) (mutex.pml:14), after 7 steps
  violated 30 [('assertion', 7, 8)]

  $ quotient check endless.pml --max-states 10 --json - | grep -E 'verdict|complete|reason'
    "verdict": "incomplete",
    "complete": false,
    "reason": "the limit of 10 states was reached; no violation in the states expanded until then",
        "bears_on_verdict": false,

A file that cannot be written is refused before the search.

  $ quotient check endless.pml --json no/such/folder.json
  quotient: cannot write 'no/such/folder.json': No such file or directory
  [2]
