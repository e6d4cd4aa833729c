"""Random Promela models: well typed, with small finite state spaces, aimed at what SPIN does in special ways."""

import collections

import styles
from declare import Declarations
from process import Process
from profiles import dice
from scope import Channel, Scope, Variable
from tree import Node, expr, item, number, options, render, seq, stmt


def generate(seed, profile=None):
    """(model tree, features used) for a seed; the same seed and profile give the same model."""
    return Generator(seed, profile).model()


class Generator(Declarations):
    def __init__(self, seed, profile=None):
        self.dice = dice(seed, profile)
        self.features = collections.Counter()
        self.scope = Scope(self.dice, self.features)
        self.items = []
        self.structs = {}  # name -> fields
        self.inlines = []  # (name, kinds of parameters)
        self.runnable = []  # (name, kinds of parameters) of proctypes that are not active
        self.with_priority = self.no_rendezvous = self.chance(0.06, "priority")  # SPIN does not allow both
        self.with_claim = self.chance(0.06, "claim")
        self.no_rendezvous |= self.chance(0.5 if self.with_claim else 0.2)
        self.scope.may_meet = not self.no_rendezvous
        self.size = self.dice.choice([0, 0, 1, 1, 1, 2])  # how much of everything: small, medium, large

    def chance(self, probability, feature=""):
        return self.dice.chance(probability, feature)

    def model(self):
        if self.chance(0.12, "style"):
            return Node("model", *styles.write(self)), self.features
        self.declare_types()
        self.declare_globals()
        self.declare_channels()
        self.declare_macros()
        self.declare_inlines()
        self.declare_processes()
        if self.with_claim:
            self.declare_claim()
        elif self.chance(0.03, "trace"):
            self.declare_trace()
        return Node("model", *self.items), self.features

    # Processes

    def declare_processes(self):
        budget = self.dice.choice([1, 2, 2, 3]) if self.size == 0 else self.dice.choice([1, 2, 2])
        pid = 0
        with_provided = self.chance(0.05, "provided")
        for index in range(self.dice.choice([1, 2, 2, 3]) if self.size < 2 else self.dice.randint(1, 2)):
            name = f"P{index}"
            scope = self.scope.inner()
            scope.in_process = True
            parameters = self.parameters(scope) if self.chance(0.25) else []
            process = Process(self, scope, name)
            if self.with_priority:
                process.texts.append("byte wide")  # or pan does not see that priorities differ (SPIN_FACTS.md)
            lives_on = self.local_channels(process, scope)
            body = process.body(self.dice.randint(2, 3 + self.size))
            if lives_on:
                body.parts.append(stmt("end_own: ", stmt("false")))
            many = self.dice.choice([1, 1, 2]) if budget > 1 else 1
            parts = []
            if parameters:
                self.runnable.append((name, [kind for kind, _ in parameters]))
            elif budget > 0 and self.chance(0.85):
                parts += ["active [", number(many), "] "]
                budget -= many
                self.remember(name, process, pid, many)
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
        self.scope.pids = pid
        if self.runnable or self.chance(0.2) or pid == 0:
            self.declare_init()

    def parameters(self, scope):
        found = []
        for index in range(self.dice.randint(1, 2)):
            if scope.channels and self.chance(0.4, "channel-parameter"):
                pattern = self.dice.choice(scope.channels)
                scope.channels.append(Channel(f"q{index}", pattern.capacity, pattern.fields, 0, pattern.struct,
                                              carries=pattern.carries))
                found.append((pattern, f"chan q{index}"))
                self.features["channel parameter"] += 1
            else:
                kind = self.dice.choice(["byte", "pid" if self.with_priority else "bit", "short", "pid"])
                scope.variables.append(Variable(f"p{index}", kind))
                found.append((kind, f"{kind} p{index}"))
        return found

    def local_channels(self, process, scope):
        """A channel that belongs to the process, and a variable for channels. True where others may be sent the channel, so
        that the process must not end."""
        lives_on = False
        links = [channel for channel in scope.channels if channel.carries]
        if self.chance(0.12, "local-channel"):
            channel = Channel("own", self.dice.randint(1 if self.no_rendezvous else 0, 2),
                              (self.dice.choice(["byte", "bit"]),), lasting=False)
            if links and self.chance(0.7):
                pattern = links[0].carries
                channel = Channel("own", max(pattern.capacity, pattern.capacity > 0), pattern.fields, 0, pattern.struct,
                                  carries=pattern.carries)
                lives_on = True
                self.features["local channel for others"] += 1
            process.texts.append("chan own = " + "".join(render(part) if not isinstance(part, str) else part
                                                         for part in self.queue(channel)))
            scope.channels.append(channel)
            self.features["local channel"] += 1
        if self.scope.channels and self.chance(0.8 if links else 0.05, "channel-message"):
            pattern = links[0].carries if links else self.dice.choice(self.scope.channels)
            process.texts.append("chan held = " + pattern.name + pattern.suffix if not pattern.size
                                 else f"chan held = {pattern.name}[{self.dice.randrange(pattern.size)}]{pattern.suffix}")
            scope.channels.append(Channel("held", pattern.capacity, pattern.fields, 0, pattern.struct,
                                          carries=pattern.carries, variable=True))
            self.features["channel variable"] += 1
        return lives_on

    def declare_trace(self):
        """A trace or notrace over the sends to one channel."""
        found = [channel for channel in self.scope.channels
                 if not channel.size and not channel.suffix and not {"struct", "chan"} & set(channel.fields)]
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

    def remember(self, name, process, pid, many):
        """Processes written later may refer to this one from outside."""
        places = [f"{name}[{pid + offset}]" for offset in range(many)] + ([name] if many == 1 else [])
        for label in process.labels:
            self.scope.remotes.append(f"{self.dice.choice(places)}@{label}")
        for variable in process.locals[:2]:
            if variable.type != "struct" and not variable.size and self.chance(0.15):
                self.scope.remotes.append(f"{self.dice.choice(places)}:{variable.name}")

    def declare_init(self):
        scope = self.scope.inner()
        scope.in_process = True
        process = Process(self, scope, "init")
        runs = []
        for name, kinds in self.runnable:
            for _ in range(self.dice.choice([1, 1, 1, 2]) if self.size == 0 else 1):
                runs.append(self.run(name, kinds, scope))
        self.dice.shuffle(runs)
        if len(runs) > 1 and self.chance(0.5, "atomic"):
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
                fitting = [channel for channel in self.scope.channels if channel.key() == kind.key()]
                argument = scope.channel_place(self.dice.choice(fitting))
            else:
                argument = scope.value(1) if self.chance(0.3) else scope.constant()
            arguments += [", ", argument]
        self.features["run"] += 1
        ending = [" priority ", number(self.dice.randint(1, 3))] if self.with_priority and self.chance(0.3) else []
        return stmt("run ", name, "(", *arguments[1:], ")", *ending)

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
        name = "never_again " if self.chance(0.3) else ""
        self.items.append(item(f"never {name}{{", seq(*lines, stmt("done: skip")), "}"))
        self.features["never"] += 1
