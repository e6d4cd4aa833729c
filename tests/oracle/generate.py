"""Random Promela models: well typed, with small finite state spaces, aimed at what SPIN does in special ways."""

import collections
import random

from process import Process
from scope import SCALARS, Channel, Scope, Variable
from tree import Node, expr, item, number, options, render, seq, stmt


def generate(seed):
    """(model tree, features used) for a seed; the same seed gives the same model."""
    return Generator(seed).model()


# With priorities pan leaves the bytes out of its comparison of states in which such fields lie (SPIN_FACTS.md).
WITHOUT_BIT_FIELDS = [kind for kind in SCALARS if kind not in ("bit", "bool", "unsigned")]


class Generator:
    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.features = collections.Counter()
        self.scope = Scope(self.dice, self.features)
        self.items = []
        self.structs = {}  # name -> fields
        self.inlines = []  # (name, number of parameters)
        self.runnable = []  # (name, kinds of parameters) of proctypes that are not active
        self.with_priority = False
        self.with_claim = self.chance(0.06)
        self.size = self.dice.choice([0, 0, 1, 1, 1, 2])  # how much of everything: small, medium, large

    def chance(self, probability):
        return self.dice.random() < probability

    def model(self):
        self.declare_types()
        self.declare_globals()
        self.declare_channels()
        self.declare_macros()
        self.declare_inlines()
        self.declare_processes()
        if self.with_claim:
            self.declare_claim()
        elif self.chance(0.03):
            self.declare_trace()
        return Node("model", *self.items), self.features

    # Declarations

    def declare_types(self):
        if self.chance(0.5):
            self.scope.mtypes = ["red", "green", "blue"][:self.dice.randint(2, 3)]
            self.items.append(item("mtype = { ", ", ".join(self.scope.mtypes), " };"))
        for name in ["Pair", "Nest"][:self.dice.choice([0, 0, 1, 1, 2])]:
            fields = []
            for index in range(self.dice.randint(1, 3)):
                kind = self.scalar()
                fields.append((f"f{index}", kind, 0 if kind == "unsigned" else self.dice.choice([0, 0, 0, 2]), ()))
            if name == "Nest" and self.structs:
                fields.append(("in", "struct:Pair", self.dice.choice([0, 2]), self.structs["Pair"]))
                self.features["nested typedef"] += 1
            text = "; ".join(self.declaration(field, kind, size) for field, kind, size, _ in fields)
            self.items.append(item("typedef ", name, " { ", text, " }"))
            self.structs[name] = tuple((field, kind.partition(":")[0], size, below)
                                       for field, kind, size, below in fields)
            self.features["typedef"] += 1

    def scalar(self):
        kind = self.dice.choice(WITHOUT_BIT_FIELDS if self.with_priority else SCALARS)
        return "byte" if kind == "mtype" and not self.scope.mtypes else kind

    def declaration(self, name, kind, size=0, value=None):
        index = f"[{size}]" if size else ""
        start = f" = {value}" if value is not None else ""
        if kind.startswith("struct:"):
            return f"{kind[7:]} {name}{index}"
        if kind == "unsigned":
            return f"unsigned {name} : {self.dice.choice([1, 2, 2, 3])}{start}"
        return f"{kind} {name}{index}{start}"

    def start_value(self, kind):
        if kind == "mtype" or self.chance(0.6):
            return None
        return self.dice.choice([0, 1, 1, 2, 3]) if kind not in ("bit", "bool") else self.dice.randint(0, 1)

    def variable(self, name, scope):
        """Declare one random variable in `scope`; returns the text of its declaration."""
        if self.structs and self.chance(0.12):
            struct = self.dice.choice(sorted(self.structs))
            size = 2 if self.chance(0.15) else 0
            scope.variables.append(Variable(name, "struct", size, self.structs[struct]))
            self.features["typedef variable"] += 1
            return self.declaration(name, "struct:" + struct, size)
        if self.chance(0.02) and scope is self.scope:
            self.features["hidden"] += 1
            return "hidden byte " + name  # never read: it is no part of the state
        kind = self.scalar()
        if self.with_priority and kind in ("bit", "bool", "unsigned"):
            kind = "byte"  # pan leaves bits of processes with priorities out of the state
        size = self.dice.randint(2, 3) if kind != "unsigned" and self.chance(0.12) else 0
        scope.variables.append(Variable(name, kind, size))
        start = self.start_value(kind)
        if size and name.startswith("t"):
            start = None  # in a block SPIN forgets at once what it gave the first element
        return self.declaration(name, kind, size, start)

    def declare_globals(self):
        for index in range(self.dice.randint(1, 2 + self.size)):
            prefix = self.dice.choice(["show ", "local "]) if self.chance(0.04) else ""
            text = self.variable(f"g{index}", self.scope)
            self.items.append(item("" if text.startswith("hidden") else prefix, text, ";"))

    def declare_channels(self):
        for index in range(self.dice.choice([0, 1, 1, 1 + self.size])):
            name = f"c{index}"
            capacity = self.dice.choice([0, 0, 1, 1, 2, 3][:4 + self.size])
            fields = [self.dice.choice(["bit", "byte", "byte", "short", "mtype"]) for _ in
                      range(self.dice.choice([1, 1, 2, 3]))]
            fields = ["byte" if kind == "mtype" and not self.scope.mtypes else kind for kind in fields]
            struct = ""
            sendable = self.sendable()
            if sendable and self.chance(0.25):
                struct = self.dice.choice(sendable)
                fields[self.dice.randrange(len(fields))] = "struct"
                self.features["typedef message"] += 1
            size = 2 if self.chance(0.15) else 0
            self.scope.channels.append(Channel(name, capacity, tuple(fields), size, struct))
            self.features["buffered channel" if capacity else "rendezvous channel"] += 1
            types = ", ".join(struct if kind == "struct" else kind for kind in fields)
            self.items.append(item(f"chan {name}{f'[{size}]' if size else ''} = [", number(capacity),
                                   f"] of {{ {types} }};"))

    def sendable(self):
        """SPIN refuses messages that hold arrays of structures or unsigned fields."""
        return sorted(name for name, fields in self.structs.items()
                      if all(kind not in ("unsigned", "struct") for _, kind, _, _ in fields))

    def declare_macros(self):
        if self.chance(0.3):
            self.items.append(item("#define LIMIT ", self.scope.constant()))
            self.scope.macros.append(("LIMIT", False))
        if self.chance(0.2):
            self.items.append(item("#define STEP(v) ((v) + ", self.scope.constant(), ")"))
            self.scope.macros.append(("STEP", True))

    def declare_inlines(self):
        for index in range(self.dice.choice([0, 0, 0, 1, 1, 2])):
            name = f"inline{index}"
            scope = self.scope.inner()
            parameters = ["a", "b"][:self.dice.randint(0, 2)]
            scope.variables += [Variable(parameter, "byte") for parameter in parameters]
            writer = Process(self, scope, name, short=True)
            body = writer.body(self.dice.randint(1, 3))
            self.items.append(item(f"inline {name}({', '.join(parameters)}) {{", body, "}"))
            self.inlines.append((name, len(parameters)))
            self.features["inline"] += 1

    # Processes

    def declare_processes(self):
        budget = self.dice.choice([1, 2, 2, 3]) if self.size == 0 else self.dice.choice([1, 2, 2])
        pid = 0
        with_provided = self.chance(0.05)
        rendezvous = any(channel.capacity == 0 for channel in self.scope.channels)
        self.with_priority = not rendezvous and self.chance(0.06)  # SPIN does not allow both
        for index in range(self.dice.choice([1, 2, 2, 3]) if self.size < 2 else self.dice.randint(1, 2)):
            name = f"P{index}"
            scope = self.scope.inner()
            scope.in_process = True
            parameters = self.parameters(scope) if self.chance(0.25) else []
            process = Process(self, scope, name)
            if self.chance(0.12):
                self.local_channel(process, scope)
            body = process.body(self.dice.randint(2, 3 + self.size))
            many = self.dice.choice([1, 1, 2]) if budget > 1 else 1
            parts = []
            if parameters:
                self.runnable.append((name, [kind for kind, _ in parameters]))
            elif budget > 0 and self.chance(0.85):
                parts += ["active [", number(many), "] "]
                budget -= many
                self.remember(name, process, pid)
                pid += many
            else:
                self.runnable.append((name, []))
            parts += [f"proctype {name}(", "; ".join(text for _, text in parameters), ")"]
            if self.with_priority:
                parts += [" priority ", number(self.dice.randint(1, 3))]
                self.features["priority"] += 1
            if with_provided and self.chance(0.7):
                remotes, self.scope.remotes = self.scope.remotes, []
                parts += [" provided (", self.scope.condition(1), ")"]
                self.scope.remotes = remotes
                self.features["provided"] += 1
            self.items.append(item(*parts, " {\n", process.declarations(), "\t", body, "}"))
        if self.runnable or self.chance(0.2) or pid == 0:
            self.declare_init()

    def parameters(self, scope):
        found = []
        for index in range(self.dice.randint(1, 2)):
            if scope.channels and self.chance(0.25):
                pattern = self.dice.choice(scope.channels)
                scope.channels.append(Channel(f"q{index}", pattern.capacity, pattern.fields, 0, pattern.struct))
                found.append((pattern, f"chan q{index}"))
                self.features["channel parameter"] += 1
            else:
                kind = self.dice.choice(["byte", "pid" if self.with_priority else "bit", "short", "pid"])
                scope.variables.append(Variable(f"p{index}", kind))
                found.append((kind, f"{kind} p{index}"))
        return found

    def local_channel(self, process, scope):
        """A channel that lives and dies with its process, sometimes sent to others."""
        kind = self.dice.choice(["byte", "bit"])
        capacity = self.dice.randint(1 if self.with_priority else 0, 2)
        process.texts.append(f"chan own = [{capacity}] of {{ {kind} }}")
        scope.channels.append(Channel("own", capacity, (kind,)))
        self.features["local channel"] += 1

    def declare_trace(self):
        """A trace or notrace over the sends to one channel."""
        found = [channel for channel in self.scope.channels if not channel.size and "struct" not in channel.fields]
        if not found:
            return
        channel = self.dice.choice(found)
        events = []
        for _ in range(self.dice.randint(1, 3)):
            fields = ", ".join(self.dice.choice(["_", "_", "1", "0"]) for _ in channel.fields)
            events.append(seq(stmt(f"{channel.name}!{fields}")))
        word = self.dice.choice(["trace", "trace", "notrace"])
        if word == "trace":
            self.items.append(item("trace {", seq(stmt("do", options(*events), "od")), "}"))
        else:
            self.items.append(item("notrace {", seq(*(event.parts[0] for event in events)), "}"))
        self.features[word] += 1

    def remember(self, name, process, pid):
        """Processes written later may refer to this one from outside."""
        for label in process.labels:
            self.scope.remotes.append(f"{name}[{pid}]@{label}")
        for variable in process.locals[:2]:
            if variable.type != "struct" and not variable.size and self.chance(0.1):
                self.scope.remotes.append(f"{name}[{pid}]:{variable.name}")

    def declare_init(self):
        scope = self.scope.inner()
        scope.in_process = True
        process = Process(self, scope, "init")
        runs = []
        for name, kinds in self.runnable:
            for _ in range(self.dice.choice([1, 1, 1, 2]) if self.size == 0 else 1):
                runs.append(self.run(name, kinds, scope))
        self.dice.shuffle(runs)
        if len(runs) > 1 and self.chance(0.5):
            runs = [stmt("atomic {", seq(*runs), "}")]
        rest = process.body(self.dice.randint(0, 1 if runs else 2))
        if self.chance(0.2):
            rest.parts.append(stmt("(", expr("_nr_pr == 1"), ")"))
        self.items.append(item("init {\n", process.declarations(), "\t", seq(*runs, *rest.parts), "}"))
        self.features["init"] += 1

    def run(self, name, kinds, scope):
        arguments = []
        for kind in kinds:
            if isinstance(kind, Channel):
                fitting = [channel for channel in self.scope.channels
                           if (channel.capacity > 0, channel.fields, channel.struct)
                           == (kind.capacity > 0, kind.fields, kind.struct)]
                argument = scope.channel_place(self.dice.choice(fitting))
            else:
                argument = scope.value(1) if self.chance(0.3) else scope.constant()
            arguments += [", ", argument]
        self.features["run"] += 1
        return stmt("run ", name, "(", *arguments[1:], ")")

    def declare_claim(self):
        scope = self.scope.inner()
        scope.in_claim = True
        scope.channels = []
        states = self.dice.randint(1, 3)
        lines = []
        for index in range(states):
            ways = [seq(stmt(scope.condition(1), f" -> goto T{self.dice.randrange(states)}"))
                    for _ in range(self.dice.randint(1, 2))]
            if self.chance(0.4):
                ways.append(seq(stmt(scope.condition(1), " -> goto done")))
            ways.append(seq(stmt(self.dice.choice(["else", "true"]), f" -> goto T{index}")))
            lines.append(stmt(f"T{index}: if", options(*ways), "fi"))
        self.items.append(item("never {", seq(*lines, stmt("done: skip")), "}"))
        self.features["never"] += 1


def text_of(seed):
    tree, features = generate(seed)
    return render(tree), features
