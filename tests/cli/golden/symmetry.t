What is interchangeable in a model, and what is not.

  $ quotient symmetry users.pml | grep -v "  time "
  symmetric: S3 of order 6
    interchangeable  user(1), user(2), user(3)
    generator        (2 3)
    generator        (1 2)

  $ quotient symmetry mutex.pml
  symmetric: S2 of order 2
    interchangeable  user(0), user(1)
    generator        (0 1)
    time             T s

  $ quotient check users.pml | grep -v -e time -e memory
  verified: all reachable states were explored
    states        6
                  representing 14 states (group S3, order 6)
    transitions   9
    depth         5

  $ quotient check users.pml --symmetry enumerate --quiet
  verified: all reachable states were explored

  $ quotient check users.pml --symmetry off | grep states
  verified: all reachable states were explored
    states        14

Some strategies have several states for an orbit, and cannot tell how many states these stand for.

  $ quotient check users.pml --symmetry sorted-main --main-array user.pc | grep -v -e time -e memory
  verified: all reachable states were explored
    states        6
                  sorted-main, group S3, order 6
    transitions   9
    depth         5

  $ quotient check users.pml --symmetry sorted-main --main-array flag
  quotient: --symmetry sorted-main: 'flag' is not an array with a plain value for each interchangeable process; there are: user.pc
  [2]

  $ quotient check users.pml --symmetry flooding | grep -e states -e standing
  verified: all reachable states were explored
    states        6
                  representing 14 states (group S3, order 6)

Others lose orbits, and never say `verified`. How many, and which, an audit finds out.

  $ quotient check penpals.pml --symmetry approx-markers --quiet
  incomplete: no violation found, but --symmetry approx-markers may have missed states: it merges states that differ in how their parts refer to each other
  [3]

  $ quotient check penpals.pml --symmetry approx-markers --audit | grep -v -e time -e memory
  incomplete: no violation found, but --symmetry approx-markers may have missed states: it merges states that differ in how their parts refer to each other
    states        6
                  approx-markers, group S2, order 2
    audit         7 orbits, 6 met, 1 lost: 1 merged with others, 0 reachable only through those; the exact search: verified
    transitions   16
    depth         3
  some of the lost orbits:
    mistaken for another one, whose values are in parentheses:
      letter[1] = 2 (1)
      letter[2] = 1 (2)

  $ quotient check penpals.pml --symmetry sorted --audit | grep audit
    audit         7 orbits, 7 met, 0 lost; the exact search: verified

  $ quotient check penpals.pml --audit
  quotient: --audit compares a strategy with canonical: name another with --symmetry
  [2]

Found in the channel diagram, as published.

  $ quotient symmetry shared_link.pml --detect scd
  symmetric: S2 of order 2
    interchangeable  reader(2), reader(3)
    generator        (2 3)
    channel diagram  3 processes, 1 channel, 3 links
      automorphisms  2  (T s)
      valid ones     2, from generators alone 2  (T s, 0 cosets)
    time             T s

  $ quotient symmetry shared_link.pml --detect scd --dot -
  // Ovals are processes, boxes channels; an arrow leads where messages go. What has the same colour is
  // interchangeable; what is white is alone.
  digraph channels {
    rankdir=LR;
    node [fontname="Helvetica", fontsize=11, style=filled, fillcolor=white];
    edge [arrowsize=0.7, color="#555555"];
    v0 [label="writer(1)", shape=oval];
    v1 [label="reader(2)", shape=oval, fillcolor="0.080 0.350 1.000"];
    v2 [label="reader(3)", shape=oval, fillcolor="0.080 0.350 1.000"];
    v3 [label="link", shape=box];
    v0 -> v3;
    v3 -> v1;
    v3 -> v2;
  }

  $ quotient symmetry users.pml --detect scd
  symmetric: S3 of order 6
    interchangeable  user(1), user(2), user(3)
    generator        (2 3)
    generator        (1 2)
    channel diagram  3 processes, 0 channels, 0 links
      automorphisms  6  (T s)
      valid ones     6, from generators alone 6  (T s, 0 cosets)
    time             T s

  $ quotient check shared_link.pml --detect scd | grep -A1 states
  verified: all reachable states were explored
    states        5
                  representing 5 states (group S2, order 2)
    transitions   8

  $ quotient symmetry shared_link.pml --dot - --json -
  quotient: --json and --dot cannot both go to standard output
  [2]

Declared in comments.

  $ quotient symmetry scalarset.pml --detect scalarset
  symmetric: S3 of order 6
    interchangeable  user(1), user(2), user(3)
    generator        (1 2)
    generator        (2 3)
    time             T s

  $ quotient symmetry scalarset.pml --detect scalarset -D ORDER
  no symmetry
    broken by        scalarset.pml:9: scalarset 'holder': members are compared by order

  $ quotient check scalarset.pml --detect scalarset | grep -A1 'states  '
    states        22
                  representing 81 states (group S3, order 6)

Values that belong to no process, declared; by themselves, and beside what is found.

  $ quotient symmetry parcels.pml --detect scalarset | grep -v "  time "
  symmetric: S3 of order 6
    interchangeable  parcel=1, parcel=2, parcel=3
    generator        (parcel=1 parcel=2)
    generator        (parcel=2 parcel=3)

  $ quotient symmetry parcels.pml --detect scalarset -D WEIGHED | grep -v "  time "
  symmetric: S2 of order 2
    interchangeable  parcel=1, parcel=3
    generator        (parcel=1 parcel=3)
    broken by        parcels.pml:2: scalarset 'parcel': only some are interchangeable: {1, 3} {2}
    broken by        parcels.pml:8: scalarset 'parcel': 1 is named here
    broken by        parcels.pml:8: scalarset 'parcel': 2 is named here
    broken by        parcels.pml:8: scalarset 'parcel': 3 is named here
    broken by        parcels.pml:19: scalarset 'parcel': 2 is named here

  $ quotient check parcels.pml | grep -A1 'states  '
    states        16
                  representing 67 states (group S3, order 6)

What is said about processes can tell them apart.

  $ quotient symmetry watched.pml | grep -v "  time "
  symmetric: S3 of order 6
    interchangeable  lamp(1), lamp(2), lamp(3)
    generator        (2 3)
    generator        (1 2)
  with some:
  symmetric: S3 of order 6
    interchangeable  lamp(1), lamp(2), lamp(3)
    generator        (2 3)
    generator        (1 2)
  with first:
  symmetric: S2 of order 2
    interchangeable  lamp(2), lamp(3)
    generator        (2 3)
    broken by        watched.pml:14: ltl first: it is about lit[1], and not about lit[0], lit[2], lit[3] (treat all elements of lit alike); without this, up to 3 times fewer states

Approximate markers lose nothing where nobody refers to anybody. Else it is not known what they have lost.

  $ printf 'byte n; active [3] proctype p() { byte k; do :: k < 2 -> k++; n++ :: k == 2 -> n = n - 2; k = 0 od }\n' > alone.pml

  $ quotient check alone.pml --symmetry approx-markers | grep -e verified -e note -e markers
  verified: all reachable states were explored
                  approx-markers, group S3, order 6
    note          approx-markers lose no orbit here: no variable relates interchangeable things to each other

  $ printf 'byte next[4]; active [3] proctype p() { do :: next[_pid] = _pid :: next[_pid] == _pid -> next[_pid] = 3 od }\n' > pointing.pml

  $ quotient check pointing.pml --symmetry approx-markers | grep -e complete -e note -e markers
  incomplete: no violation found, but --symmetry approx-markers may have missed states: it merges states that differ in how their parts refer to each other
                  approx-markers, group S2, order 2
