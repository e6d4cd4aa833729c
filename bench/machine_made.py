#!/usr/bin/env python3
"""Models in the style of Promela that other programs write: one proctype for each process, everything shared in byte arrays, one
d_step for each edge of an automaton, long conjunctions as guards. Nothing in them is written alike twice, so that there is
no symmetry to be found, and states have few steps.

    bench/machine_made.py                     lists the models with their sizes
    bench/machine_made.py bakery 3 5          prints one

Each function below says for one protocol which arrays there are, and for each process its edges: (from, guard, effect, to)."""

import inspect
import sys


class Model:
    def __init__(self, **arrays):
        self.arrays = arrays  # name: initial values
        self.processes = []

    def process(self, name, edges):
        self.processes.append((name, edges))

    def text(self):
        lines, unequal = [], []
        for name, values in self.arrays.items():
            lines.append(f"byte {name}[{len(values)}]" + (f" = {values[0]};" if values[0] else ";"))
            unequal += [f"{name}[{i}] = {value};" for i, value in enumerate(values) if value != values[0]]
        for name, edges in self.processes:
            lines += ["", f"{'' if unequal else 'active '}proctype {name}()", "{"]
            for location in dict.fromkeys([edge[0] for edge in edges] + [edge[3] for edge in edges]):
                lines.append(f"{location}: if")
                for _, guard, effect, target in (edge for edge in edges if edge[0] == location):
                    statements = ([" && ".join(guard)] if guard else []) + list(effect)
                    lines.append(f"  :: d_step {{ {'; '.join(statements or ['true'])} }} goto {target};")
                lines.append("  fi;")
            lines.append("}")
        if unequal:
            runs = " ".join(f"run {name}();" for name, _ in self.processes)
            lines += ["", f"init {{ atomic {{ {' '.join(unequal)} {runs} }} }}"]
        return "\n".join(lines) + "\n"


def all_others(n, i, condition):
    return [condition.format(j=j, i=i) for j in range(n) if j != i]


def bakery(n=3, most=5):
    """Lamport's bakery; numbers go up to MOST, then people start again."""
    m = Model(choosing=[0] * n, number=[0] * n, inside=[0])
    for i in range(n):
        edges = [("ncs", [f"choosing[{i}] == 0"], [f"choosing[{i}] = 1"], "choose")]
        for k in range(most):
            no_higher = [f"number[{j}] <= {k}" for j in range(n) if j != i]
            for j in range(n):
                if j != i:
                    edges.append(("choose", no_higher + [f"number[{j}] == {k}"] if k else no_higher,
                                  [f"number[{i}] = {k + 1}", f"choosing[{i}] = 0"], "wait0"))
                    if k == 0:
                        break
        edges += [("choose", [f"number[{j}] == {most}"], [f"choosing[{i}] = 0"], "ncs") for j in range(n) if j != i]
        for j in range(n):
            target = f"wait{j + 1}" if j + 1 < n else "enter"
            if j == i:
                edges.append((f"wait{j}", [], [], target))
                continue
            before = "<" if i < j else "<="
            edges.append((f"wait{j}", [f"choosing[{j}] == 0", f"number[{j}] == 0"], [], target))
            edges.append((f"wait{j}", [f"choosing[{j}] == 0", f"number[{j}] != 0", f"!(number[{j}] {before} number[{i}])"], [],
                          target))
        edges += [("enter", [], ["inside[0] = inside[0] + 1"], "cs"),
                  ("cs", ["inside[0] == 1"], ["inside[0] = 0", f"number[{i}] = 0"], "ncs")]
        m.process(f"P_{i}", edges)
    return m


def fast_mutex(n=4):
    """Lamport's fast mutual exclusion."""
    m = Model(x=[0], y=[255], b=[0] * n, inside=[0])
    for i in range(n):
        edges = [("ncs", [], [f"b[{i}] = 1"], "p2"), ("p2", [], [f"x[0] = {i}"], "p3"),
                 ("p3", ["y[0] != 255"], [f"b[{i}] = 0"], "p4"), ("p3", ["y[0] == 255"], [], "p5"),
                 ("p4", ["y[0] == 255"], [f"b[{i}] = 1"], "p2"), ("p5", [], [f"y[0] = {i}"], "p6"),
                 ("p6", [f"x[0] == {i}"], [], "cs"), ("p6", [f"x[0] != {i}"], [f"b[{i}] = 0"], "p7_0")]
        for j in range(n):
            edges.append((f"p7_{j}", [f"b[{j}] == 0"], [], f"p7_{j + 1}" if j + 1 < n else "p8"))
        edges += [("p8", [f"y[0] == {i}"], [], "cs"), ("p8", [f"y[0] != {i}"], [], "p4"),
                  ("cs", ["inside[0] == 0"], ["inside[0] = 1"], "leave"),
                  ("leave", ["inside[0] == 1"], ["inside[0] = 0", "y[0] = 255", f"b[{i}] = 0"], "ncs")]
        m.process(f"P_{i}", edges)
    return m


def filter_lock(n=4):
    """Peterson's lock for n processes, one look at one process a step."""
    m = Model(pos=[0] * n, step=[0] * n, inside=[0])
    for i in range(n):
        edges = [("ncs", [], [f"pos[{i}] = 1"], "put1")]
        for level in range(1, n):
            after = f"up{level + 1}" if level + 1 < n else "cs"
            edges.append((f"put{level}", [], [f"step[{level - 1}] = {i}"], f"look{level}"))
            edges.append((f"look{level}", [f"step[{level - 1}] != {i}"], [], after))
            edges.append((f"look{level}", [f"step[{level - 1}] == {i}"] + all_others(n, i, f"pos[{{j}}] < {level}"), [], after))
            if level + 1 < n:
                edges.append((after, [], [f"pos[{i}] = {level + 1}"], f"put{level + 1}"))
        edges += [("cs", ["inside[0] == 0"], ["inside[0] = 1"], "leave"), ("leave", [], ["inside[0] = 0", f"pos[{i}] = 0"], "ncs")]
        m.process(f"P_{i}", edges)
    return m


def flags(n=4):
    """Szymanski's mutual exclusion: a waiting room with two doors."""
    m = Model(flag=[0] * n, inside=[0])
    for i in range(n):
        edges = [("ncs", [], [f"flag[{i}] = 1"], "p1"), ("p1", all_others(n, i, "flag[{j}] < 3"), [f"flag[{i}] = 3"], "p2")]
        edges.append(("p2", all_others(n, i, "flag[{j}] != 1"), [f"flag[{i}] = 4"], "p4"))
        for j in range(n):
            if j != i:
                edges.append(("p2", [f"flag[{j}] == 1"], [f"flag[{i}] = 2"], "p3"))
                edges.append(("p3", [f"flag[{j}] == 4"], [f"flag[{i}] = 4"], "p4"))
        edges.append(("p4", [f"flag[{j}] < 2" for j in range(i)], [], "cs"))
        edges += [("cs", [], ["inside[0] = 1"], "leave"),
                  ("leave", [f"(flag[{j}] < 2 || flag[{j}] > 3)" for j in range(i + 1, n)], ["inside[0] = 0", f"flag[{i}] = 0"], "ncs")]
        m.process(f"P_{i}", edges)
    return m


def token_ring(n=7):
    """Stations pass a token round, lose it, and make another where a timer says so."""
    m = Model(token=[1] + [0] * (n - 1), want=[0] * n, served=[0] * n, lost=[0])
    for i in range(n):
        to = (i + 1) % n
        m.process(f"S_{i}", [
            ("idle", [f"want[{i}] == 0"], [f"want[{i}] = 1"], "idle"),
            ("idle", [f"token[{i}] == 1", f"want[{i}] == 1"], [f"want[{i}] = 0", f"served[{i}] = 1"], "send"),
            ("idle", [f"token[{i}] == 1", f"want[{i}] == 0"], [], "pass"),
            ("send", [f"served[{i}] == 1", f"token[{i}] == 1"], [f"served[{i}] = 0"], "pass"),
            ("pass", [f"token[{i}] == 1", f"token[{to}] == 0"], [f"token[{i}] = 0", f"token[{to}] = 1"], "idle"),
            ("pass", [f"token[{i}] == 1", "lost[0] == 0"], [f"token[{i}] = 0", "lost[0] = 1"], "idle")])
    m.process("Timer", [("watch", ["lost[0] == 1"] + [f"token[{i}] == 0" for i in range(n)], ["lost[0] = 0", f"token[{i}] = 1"], "watch")
                        for i in range(n)])
    return m


def lift(floors=7, people=3):
    """A lift that goes where somebody waits; people choose where to go."""
    m = Model(at=[0], door=[0], up=[1], where=[i % floors for i in range(people)], to=[i % floors for i in range(people)],
              inside=[0] * people)
    edges = []
    for f in range(floors):
        here = [f"at[0] == {f}"]
        calls = [f"((inside[{p}] == 0 && where[{p}] == {f} && to[{p}] != {f}) || (inside[{p}] == 1 && to[{p}] == {f}))"
                 for p in range(people)]
        edges.append(("shut", here + [f"({' || '.join(calls)})"], ["door[0] = 1"], "open"))
        none = [f"!{call}" for call in calls]
        if f + 1 < floors:
            edges.append(("shut", here + ["up[0] == 1"] + none, [f"at[0] = {f + 1}"], "shut"))
        else:
            edges.append(("shut", here + ["up[0] == 1"] + none, ["up[0] = 0"], "shut"))
        if f > 0:
            edges.append(("shut", here + ["up[0] == 0"] + none, [f"at[0] = {f - 1}"], "shut"))
        else:
            edges.append(("shut", here + ["up[0] == 0"] + none, ["up[0] = 1"], "shut"))
    edges.append(("open", ["door[0] == 1"], ["door[0] = 0"], "shut"))
    m.process("Lift", edges)
    for p in range(people):
        edges = [("out", [f"where[{p}] == to[{p}]"], [f"to[{p}] = {f}"], "out") for f in range(floors)]
        edges.append(("out", [f"where[{p}] != to[{p}]", "door[0] == 1", f"at[0] == where[{p}]"], [f"inside[{p}] = 1"], "in"))
        edges += [("in", ["door[0] == 1", f"to[{p}] == {f}", f"at[0] == {f}"], [f"where[{p}] = {f}", f"inside[{p}] = 0"], "out")
                  for f in range(floors)]
        m.process(f"P_{p}", edges)
    return m


def cache(n=4, lines=2):
    """Caches on a bus, each line invalid, shared or modified; one may ask at a time for each line."""
    m = Model(state=[0] * (n * lines), owner=[0] * lines, wish=[0] * lines)
    for i in range(n):
        edges = []
        for k in range(lines):
            mine = f"state[{i * lines + k}]"
            free, ask = [f"owner[{k}] == 0"], [f"owner[{k}] = {i + 1}"]
            others = [f"state[{j * lines + k}]" for j in range(n) if j != i]
            edges += [("go", free + [f"{mine} == 0"], ask + [f"wish[{k}] = 1"], f"wait{k}"),
                      ("go", free + [f"{mine} < 2"], ask + [f"wish[{k}] = 2"], f"wait{k}"),
                      ("go", free + [f"{mine} != 0"], [f"{mine} = 0"], "go"),
                      (f"wait{k}", [f"owner[{k}] == {i + 1}", f"wish[{k}] == 1"] + [f"{o} != 2" for o in others],
                       [f"{mine} = 1", f"owner[{k}] = 0", f"wish[{k}] = 0"], "go"),
                      (f"wait{k}", [f"owner[{k}] == {i + 1}", f"wish[{k}] == 2"] + [f"{o} == 0" for o in others],
                       [f"{mine} = 2", f"owner[{k}] = 0", f"wish[{k}] = 0"], "go")]
            for other in range(lines):
                # While it waits it answers for its other lines, and for this one.
                edges += [(f"wait{other}", [f"owner[{k}] != 0", f"owner[{k}] != {i + 1}", f"wish[{k}] == 2", f"{mine} != 0"],
                           [f"{mine} = 0"], f"wait{other}"),
                          (f"wait{other}", [f"owner[{k}] != 0", f"owner[{k}] != {i + 1}", f"wish[{k}] == 1", f"{mine} == 2"],
                           [f"{mine} = 1"], f"wait{other}")]
            edges += [("go", [f"owner[{k}] != 0", f"owner[{k}] != {i + 1}", f"wish[{k}] == 2", f"{mine} != 0"], [f"{mine} = 0"], "go"),
                      ("go", [f"owner[{k}] != 0", f"owner[{k}] != {i + 1}", f"wish[{k}] == 1", f"{mine} == 2"], [f"{mine} = 1"], "go")]
        m.process(f"C_{i}", edges)
    return m


def philosophers(n=9):
    """Who eats has taken the fork to the left first; the last takes the other one first."""
    m = Model(fork=[0] * n, meals=[0] * n)
    for i in range(n):
        first, second = (i, (i + 1) % n) if i + 1 < n else ((i + 1) % n, i)
        m.process(f"Phil_{i}", [
            ("think", [f"fork[{first}] == 0"], [f"fork[{first}] = {i + 1}"], "one"),
            ("one", [f"fork[{first}] == {i + 1}", f"fork[{second}] == 0"], [f"fork[{second}] = {i + 1}"], "eat"),
            ("eat", [f"fork[{second}] == {i + 1}"], [f"fork[{second}] = 0", f"meals[{i}] = 1 - meals[{i}]"], "put"),
            ("put", [f"fork[{first}] == {i + 1}"], [f"fork[{first}] = 0"], "think")])
    return m


def window(size=3, numbers=5, room=3):
    """Go-back-n over two channels that lose what they hold, kept in arrays."""
    m = Model(out=[0] * room, back=[0] * room, sent=[0], base=[0], wanted=[0], data=[0] * numbers)
    send, receive, lose = [], [], []
    for s in range(numbers):
        for k in range(room):
            empty = [f"out[{j}] != 0" for j in range(k)] + [f"out[{k}] == 0"]
            inside = [f"(sent[0] + {numbers} - base[0]) % {numbers} < {size}"]
            send.append(("go", [f"sent[0] == {s}"] + inside + empty,
                         [f"out[{k}] = {s + 1} + {numbers} * data[{s}]", f"sent[0] = {(s + 1) % numbers}"], "go"))
            acknowledge = [f"back[{j}] != 0" for j in range(k)] + [f"back[{k}] == 0"]
            receive.append(("go", [f"wanted[0] == {s}", f"(out[0] == {s + 1} || out[0] == {s + 1 + numbers})"] + acknowledge,
                            [*shift("out", room), f"back[{k}] = {s + 1}", f"wanted[0] = {(s + 1) % numbers}"], "go"))
        receive.append(("go", ["out[0] != 0", f"wanted[0] == {s}", f"out[0] != {s + 1}", f"out[0] != {s + 1 + numbers}"],
                        shift("out", room), "go"))
        send.append(("go", [f"back[0] == {s + 1}"], [*shift("back", room), f"base[0] = {(s + 1) % numbers}",
                                                      f"data[{s}] = 1 - data[{s}]"], "go"))
    send.append(("go", ["sent[0] != base[0]", "out[0] == 0", "back[0] == 0"], ["sent[0] = base[0]"], "go"))
    for k in range(room):
        lose += [("go", [f"{array}[{k}] != 0"], shift(array, room, k), "go") for array in ("out", "back")]
    for name, edges in (("Sender", send), ("Receiver", receive), ("Loss", lose)):
        m.process(name, edges)
    return m


def shift(array, room, begin=0):
    return [f"{array}[{k}] = {array}[{k + 1}]" for k in range(begin, room - 1)] + [f"{array}[{room - 1}] = 0"]


def election(n=6):
    """The highest id of a ring, through slots between neighbours that lose what they hold."""
    m = Model(slot=[0] * n, seen=[0] * n, leader=[0], rounds=[0])
    for i in range(n):
        me, source, to = (i * 5) % n + 1 if n % 5 else i + 1, i, (i + 1) % n
        edges = [("start", [f"slot[{to}] == 0"], [f"slot[{to}] = {me}"], "wait"),
                 ("start", [f"slot[{source}] != 0"], [f"slot[{source}] = 0"], "start"),
                 ("wait", ["leader[0] == 0"] + [f"slot[{k}] == 0" for k in range(n)], [], "start"),
                 ("wait", [f"slot[{source}] > {me}", f"slot[{to}] == 0"],
                  [f"slot[{to}] = slot[{source}]", f"seen[{i}] = slot[{source}]", f"slot[{source}] = 0"], "lost"),
                 ("wait", [f"slot[{source}] != 0", f"slot[{source}] < {me}"], [f"slot[{source}] = 0"], "wait"),
                 ("wait", [f"slot[{source}] == {me}"], [f"slot[{source}] = 0", f"leader[0] = {me}"], "won"),
                 ("lost", [f"slot[{source}] != 0", f"slot[{to}] == 0"],
                  [f"slot[{to}] = slot[{source}]", f"seen[{i}] = slot[{source}]", f"slot[{source}] = 0"], "lost"),
                 ("lost", [f"slot[{source}] != 0"], [f"slot[{source}] = 0"], "lost"),
                 ("lost", ["leader[0] == 0"] + [f"slot[{k}] == 0" for k in range(n)], [f"seen[{i}] = 0"], "start"),
                 ("lost", ["leader[0] != 0", f"slot[{source}] == 0"], [f"seen[{i}] = 0"], "start"),
                 ("won", [f"slot[{source}] != 0"], [f"slot[{source}] = 0"], "won"),
                 ("won", [f"slot[{k}] == 0" for k in range(n)], ["leader[0] = 0", "rounds[0] = 1 - rounds[0]"],
                  "start")]
        m.process(f"N_{i}", edges)
    return m


# With the sizes that side_by_side takes.
MODELS = {function.__name__: (function, sizes) for function, sizes in [
    (bakery, (5, 6)), (fast_mutex, (5,)), (filter_lock, (5,)), (flags, (9,)), (token_ring, (16,)), (lift, (6, 3)), (cache, (4, 3)),
    (philosophers, (8,)), (window, (5, 7, 7)), (election, (7,))]}


def text_of(name, sizes=()):
    function, usual = MODELS[name]
    model = function(*(sizes or usual))
    return f"/* {inspect.getdoc(function)} Written by bench/machine_made.py {name} {' '.join(map(str, sizes or usual))} */\n{model.text()}"


if __name__ == "__main__":
    if len(sys.argv) < 2:
        for name, (function, sizes) in MODELS.items():
            print(f"{name} {' '.join(map(str, sizes))}: {inspect.getdoc(function)}")
    else:
        print(text_of(sys.argv[1], [int(n) for n in sys.argv[2:]]), end="")
