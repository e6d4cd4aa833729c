"""The body of one random process: its statements, labels and locals."""

from blocks import Blocks
from loops import Loops
from messages import WIDTHS, Messages
from tree import Node, expr, item, number, options, seq, stmt


def begins_with_else(node):
    """Does a sequence or statement begin with a choice that has an else?"""
    if node.kind == "seq":
        return bool(node.parts) and begins_with_else(node.parts[0])
    if node.kind == "options":
        return any(begins_with_else(way) for way in node.parts)
    for part in node.parts:
        if isinstance(part, str) and (part.startswith("else") or part.startswith("inline")):
            return True
        if not isinstance(part, str) and part.kind in ("seq", "options", "stmt"):
            return begins_with_else(part)
    return False


class Process(Messages, Loops, Blocks):
    """Writes statements. `short` for the body of an inline, where jumps, labels and locals are left out."""

    def __init__(self, generator, scope, name, short=False):
        self.generator, self.scope, self.name, self.short = generator, scope, name, short
        self.dice, self.features = scope.dice, scope.features
        self.labels = []
        self.local_labels = set()  # within d_step
        self.option_labels = 0
        self.locals = []
        self.texts = []
        self.counters = 0
        self.jumps = []  # gotos whose label is chosen at the end
        self.loops = 0  # loops around the place being written that it may leave
        self.blocks = 0
        self.bound = 0  # atomic sequences around it
        if not short:
            for index in range(self.dice.choice([0, 1, 1, 1, 2, 3])):
                before = len(scope.variables)
                # Names differ between processes: SPIN mistakes P[0]:v for a local v of the process that says so.
                self.texts.append(generator.variable(f"v{name[-1]}{index}", scope))
                self.locals += scope.variables[before:]

    def chance(self, probability, feature=""):
        return self.dice.chance(probability, feature)

    def declarations(self):
        return Node("decls", *(item(text) for text in self.texts))

    def body(self, length):
        made = []
        for _ in range(length):
            self.append(made, self.statement(3 if self.chance(0.1, "nesting") else 2))
        sequence = seq(*made)
        if not self.short:
            self.settle_jumps(sequence)
        return sequence

    def append(self, made, statement):
        """SPIN often takes leaving a loop in front of a d_step for a jump into it."""
        if statement.parts[0] == "d_step {" and made and self.chance(0.95):
            made.append(self.skip())
        made.append(statement)

    def labelled(self, label, statement):
        """SPIN refuses a jump to a d_step, and a label that may belong to all of `a unless b` or to a alone."""
        if any(isinstance(part, str) and part.startswith("} unless") for part in statement.parts):
            return stmt(f"{label}: ", stmt("{", seq(statement), "}"))
        if statement.parts[0] == "d_step {":
            return stmt(f"{label}: ", stmt("skip; ", statement))
        return stmt(f"{label}: ", statement)

    def settle_jumps(self, sequence):
        """Give every goto a label on some statement outside d_step, so that jumps go anywhere sensible."""
        if not self.jumps:
            return
        for jump in self.jumps:
            if self.labels and self.chance(0.5):
                label = self.dice.choice(self.labels)
            else:
                label = self.new_label()
                others = [at for at, part in enumerate(sequence.parts) if part is not jump]
                if not others:
                    sequence.parts.append(stmt("skip"))
                    others = [len(sequence.parts) - 1]
                where = self.dice.choice(others)
                sequence.parts[where] = self.labelled(label, sequence.parts[where])
            jump.parts[:] = [f"goto {label}"]

    def new_label(self):
        prefix = self.dice.choice(["L", "L", "L", "L", "end", "accept", "progress"])
        label = f"{prefix}{len(self.labels)}"
        self.labels.append(label)
        return label

    # Statements

    def statement(self, depth, first=False):
        """`first` of a block or an option: SPIN allows no unless on a guard there, and a label only in an option."""
        made = self.plain_statement(depth, first)
        if not self.short and not first and self.chance(0.06):
            made = self.labelled(self.new_label(), made)
            self.features["label"] += 1
        return made

    def plain_statement(self, depth, first):
        makers = self.simple_statements(depth >= 2 and not first, depth, first)
        if depth > 0:
            makers += self.compound_statements(depth >= 2 and not first, depth - 1, first)
        weights = [weight * self.dice.profile.weight(feature) for weight, feature, _ in makers]
        return self.dice.choices([maker for _, _, maker in makers], weights)[0]()

    def simple_statements(self, outermost, depth, first):
        """(weight, feature of the profile, maker)."""
        makers = [(10, "", self.assign), (1 if outermost else 4, "", self.guard), (3, "", self.bump),
                  (1, "printf", self.say), (2, "", self.assertion), (1, "", self.skip)]
        if self.scope.channels:
            makers += [(3 if outermost else 8, "", self.send), (3 if outermost else 8, "", self.receive)]
        if any(channel.variable for channel in self.scope.channels):
            makers += [(2, "channel-message", self.hold)]
        if self.generator.inlines:
            makers += [(1 if self.short else 3, "inline", self.call)]
        if self.short:
            return makers
        makers += [(1, "select", self.choose), (0 if outermost else 1, "timeout", self.timeout)]
        if not self.bounded():
            makers += [(0.6, "goto", self.jump)]
        if self.loops and depth < 2 and not first:
            makers += [(1, "", self.leave)]
        if self.generator.runnable and not self.bounded():
            makers += [(0.5, "", self.spawn), (0.3, "run-loop", self.spawn_again)]
        if self.generator.with_priority:
            makers += [(1.5, "priority", self.prioritise)]
        return makers

    def compound_statements(self, outermost, depth, first):
        makers = [(5, "", lambda: self.branch(depth)), (4, "atomic", lambda: self.atomic(depth)),
                  (2, "d-step", self.d_step), (1, "", lambda: self.block(depth))]
        if self.scope.channels:
            makers += [(1, "bare-choice", lambda: self.bare_choice(self.dice.randint(1, 3)))]
        if self.short:
            return makers
        makers += [(6 if outermost else 2, "", lambda: self.loop(depth)), (1.5, "", lambda: self.counted(depth)),
                   (1, "for-array", lambda: self.over(depth)), (1.5, "for-channel", lambda: self.over_channel(depth))]
        if not first:
            makers += [(2.5, "unless", lambda: self.unless(depth))]
        return makers

    def sequence(self, depth, least=1, most=3):
        made = []
        for _ in range(self.dice.randint(least, most)):
            self.append(made, self.statement(depth, not made))
        return seq(*made)

    def assign(self):
        target = self.scope.writable()
        if target is None:
            return self.skip()
        place, kind = target
        return stmt(place, " = ", self.scope.fitting(kind))

    def guard(self):
        return stmt(self.scope.condition(alone=True))

    def bump(self):
        target = self.scope.writable()
        if target is None:
            return self.skip()
        place, kind = target
        if kind in ("bit", "bool", "unsigned"):
            return stmt(place, self.dice.choice(["++", "--"]))
        self.features["increment"] += 1
        return stmt("if", options(seq(stmt(place.copy(), " < ", number(3), " -> ", place, "++")),
                                  seq(stmt("else -> ", place.copy(), " = 0"))), "fi")

    def say(self):
        self.features["printf"] += 1
        return stmt('printf("%d\\n", ', self.scope.value(1), ")")

    def assertion(self):
        self.features["assert"] += 1
        return stmt("assert(", self.scope.condition(1), ")")

    def skip(self):
        return stmt(self.dice.choice(["skip", "true", "skip"]))

    def may_time_out(self):
        """With a claim, pan keeps timeout true for the rest of an atomic sequence (SPIN_FACTS.md)."""
        return not (self.short or self.generator.with_claim and self.bounded()) and self.chance(1, "timeout")

    def timeout(self):
        if not self.may_time_out():
            return self.guard()
        self.features["timeout"] += 1
        return stmt("timeout") if self.chance(0.7) else stmt("(timeout && ", self.scope.condition(1), ")")

    def call(self):
        """Plain locals, each once: pan undoes g[g[1]] = 0 and c?x, eval(x) wrongly, and names would hide those (the inline
        itself may use a global)."""
        name, kinds = self.dice.choice(self.generator.inlines)
        arguments, taken = [], set()
        for kind in kinds:
            found = self.arguments_for(kind, taken)
            if not found:
                return self.skip()
            argument = self.dice.choice(found)
            taken.add(argument)
            arguments += [", ", expr(argument)]
        self.features["inline call"] += 1
        return stmt(f"{name}(", *arguments[1:], ")")

    def arguments_for(self, kind, taken):
        if kind == "value":
            return ["0", "1", "2", "_pid", "(_pid + 1)", "(3 - 1)", "(_pid == 0)"]
        if not isinstance(kind, str):
            return [channel.name + channel.suffix for channel in self.scope.channels
                    if channel.key() == kind.key() and not channel.size]
        return [variable.name for variable in self.scope.variables
                if not variable.name.startswith("g") and not variable.counter and WIDTHS.get(variable.type, 0) >= 8
                and bool(variable.size) == (kind == "array") and variable.name not in taken]

    def spawn(self):
        """One more process, as long as there are few."""
        self.features["run in a process"] += 1
        return stmt("atomic {", seq(stmt("if", options(seq(stmt("(_nr_pr < ", number(3), ")"), self.run()),
                                                       seq(stmt("else"))), "fi")), "}")

    def run(self):
        name, kinds = self.dice.choice(self.generator.runnable)
        made = self.generator.run(name, kinds, self.scope)
        found = [variable.name for variable in self.scope.variables
                 if variable.type in ("pid", "byte", "short") and not variable.size and not variable.counter]
        if found and self.chance(0.3, "run-result"):
            self.features["run result"] += 1
            made = stmt(self.dice.choice(found), " = ", made)
        return made

    def spawn_again(self):
        """Process after process, each in the place of one that has ended."""
        if self.bounded():
            return self.spawn()
        self.features["run in a loop"] += 1
        most = number(self.dice.randint(2, 3))
        again = [self.run()]
        if self.chance(0.4):
            again.append(stmt("(_nr_pr <= ", number(self.dice.randint(1, 2)), ")"))
        if self.chance(0.5):
            name = self.counter()
            return stmt("do", options(seq(stmt(f"atomic {{ {name} < ", number(2), " && _nr_pr < ", most, " -> ", again[0],
                                               f"; {name}++ }}"), *again[1:]), seq(stmt(f"{name} >= ", number(2), " -> break"))), "od")
        return stmt("do", options(seq(stmt("atomic { _nr_pr < ", most, " -> ", again[0], " }"), *again[1:]),
                                  seq(stmt("break"))), "od")

    def prioritise(self):
        self.features["set_priority"] += 1
        roll = self.dice.random()
        value = number(self.dice.randint(1, 3))
        if roll < 0.25:
            return stmt("assert(get_priority(_pid) > 0)")
        if roll < 0.5:
            # Of a process that is there: pan undoes the other case with what it remembers from some earlier step.
            other = self.dice.randint(0, 2)
            return stmt("atomic {", seq(stmt("if", options(
                seq(stmt(f"(get_priority({other}) > 0) -> set_priority({other}, ", value, ")")), seq(stmt("else"))), "fi")), "}")
        return stmt(self.dice.choice(["set_priority(_pid, ", "_priority = (0 + "]), value, ")")

    def jump(self):
        made = stmt("goto L")
        self.jumps.append(made)
        self.features["goto"] += 1
        return made

    # Compound statements

    def branch(self, depth):
        self.features["if"] += 1
        return stmt("if", self.alternatives(depth), "fi")

    def bare_choice(self, depth):
        """Choices within choices of single statements, mostly messages: what is left of them are jumps."""
        self.features["bare choice"] += 1
        ways = []
        for _ in range(self.dice.choice([1, 2, 2, 3])):
            if depth > 1 and self.chance(0.6):
                ways.append(seq(self.bare_choice(depth - 1)))
            else:
                ways.append(seq(self.dice.choice([self.send, self.receive, self.send, self.receive, self.guard,
                                                  lambda: stmt("false")])()))
        return stmt("if", options(*ways), "fi")

    def alternatives(self, depth, extra=()):
        ways = [self.sequence(depth, 1, 2) for _ in range(self.dice.choice([1, 1, 2, 2, 3]))]
        ways += extra
        if self.chance(0.45):
            self.features["else"] += 1
            rest = self.sequence(depth, 0, 2)
            ways.append(seq(stmt("else"), *rest.parts))
        elif self.chance(0.08) and self.may_time_out():
            self.features["timeout"] += 1
            ways.append(seq(stmt("timeout"), *self.sequence(depth, 0, 1).parts))
        self.label_option(ways)
        elses = 0
        for way in reversed(ways):
            if begins_with_else(way):
                elses += 1
                if elses > 1:  # pan refuses two else at one place
                    way.parts.insert(0, self.guard())
            if all(part.parts[0] in ("skip", "true") for part in way.parts):
                way.parts.insert(0, self.guard())  # and a loop of nothing
        return options(*ways)

    def label_option(self, ways):
        """A label in front of an option's first statement, which no jump may be sure to reach (SPIN_FACTS.md)."""
        if self.short or self.bounded() or not self.chance(0.04, "option-label"):
            return
        way = self.dice.choice(ways)
        if way.parts and way.parts[0].parts[0] not in ("else", "d_step {", "goto L"):
            self.option_labels += 1
            label = f"{self.dice.choice(['O', 'accept', 'progress', 'end'])}_o{self.option_labels}"
            way.parts[0] = stmt(f"{label}: ", way.parts[0])
            self.features["label of an option"] += 1
