"""The body of one random process: its statements, labels and locals."""

from messages import WIDTHS, Messages
from scope import Variable
from tree import Node, expr, item, number, options, render, seq, stmt


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


class Process(Messages):
    """Writes statements. `atomic` and `d_step` bodies are restricted so that they always end:
    SPIN stores no state inside them and would follow an endless loop for ever."""

    def __init__(self, generator, scope, name, short=False):
        self.generator, self.scope, self.name, self.short = generator, scope, name, short
        self.dice, self.features = scope.dice, scope.features
        self.labels = []
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

    def chance(self, probability):
        return self.dice.random() < probability

    def declarations(self):
        return Node("decls", *(item(text) for text in self.texts))

    def body(self, length):
        made = []
        for _ in range(length):
            self.append(made, self.statement(2))
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
        """SPIN refuses a jump to a d_step."""
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

    def counter(self):
        name = f"i{self.counters}"
        self.counters += 1
        self.texts.append(f"{self.dice.choice(['byte', 'byte', 'int', 'short'])} {name}")
        self.scope.variables.append(Variable(name, "byte", counter=True))
        return name

    # Statements

    def statement(self, depth, first=False):
        """`first` of a block or an option: SPIN allows no label there, and no unless on a guard."""
        made = self.plain_statement(depth, first)
        if not self.short and not first and self.chance(0.06):
            made = self.labelled(self.new_label(), made)
            self.features["label"] += 1
        return made

    def plain_statement(self, depth, first):
        outermost = depth == 2 and not first
        simple = [(10, self.assign), (1 if outermost else 4, self.guard), (3, self.bump), (1, self.say),
                  (2, self.assertion), (1, self.skip)]
        if self.scope.channels:
            simple += [(3 if outermost else 8, self.send), (3 if outermost else 8, self.receive)]
        if not self.short:
            simple += [(1, self.choose), (0 if outermost else 1, self.timeout)]
            if self.generator.inlines:
                simple += [(3, self.call)]
            if not self.bounded():
                simple += [(0.6, self.jump)]
            if self.loops and depth < 2 and not first:
                simple += [(1, self.leave)]
            if self.generator.runnable and not self.bounded():
                simple += [(0.5, self.spawn)]
            if self.generator.with_priority:
                simple += [(1.5, self.prioritise)]
        if depth > 0:
            deep = depth - 1
            simple += [(5, lambda: self.branch(deep)), (4, lambda: self.atomic(deep)), (2, self.d_step),
                       (1, lambda: self.block(deep))]
            if not self.short:
                simple += [(6 if outermost else 2, lambda: self.loop(deep)), (1.5, lambda: self.counted(deep)),
                           (1, lambda: self.over(deep))]
                if not first:
                    simple += [(2, lambda: self.unless(deep))]
        weights = [weight for weight, _ in simple]
        return self.dice.choices([maker for _, maker in simple], weights)[0]()

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
        return not (self.short or self.generator.with_claim and self.bounded())

    def timeout(self):
        if not self.may_time_out():
            return self.guard()
        self.features["timeout"] += 1
        return stmt("timeout") if self.chance(0.7) else stmt("(timeout && ", self.scope.condition(1), ")")

    def choose(self):
        target = self.scope.writable()
        if target is None or target[1] == "mtype":
            return self.skip()
        self.features["select"] += 1
        name = self.scope.dice.choice([variable for variable in self.scope.variables])
        if name.size or name.type in ("struct", "mtype") or name.counter:
            return self.skip()
        low = self.dice.randint(0, 1)
        return stmt(f"select ({name.name} : ", str(low), " .. ", str(low + self.dice.randint(1, 2)), ")")

    def call(self):
        name, count = self.dice.choice(self.generator.inlines)
        # Plain locals, each once: pan undoes g[g[1]] = 0 and c?x, eval(x) wrongly, and names would hide those (the
        # inline itself may use a global).
        found = [variable.name for variable in self.scope.variables
                 if not variable.name.startswith("g") and not variable.size and not variable.counter and WIDTHS.get(variable.type, 0) >= 8]
        if len(found) < count:
            return self.skip()
        arguments = []
        for name_of in self.dice.sample(found, count):
            arguments += [", ", expr(name_of)]
        self.features["inline call"] += 1
        return stmt(f"{name}(", *arguments[1:], ")")

    def leave(self):
        self.features["break"] += 1
        if self.chance(0.5):
            return stmt("break")
        return stmt("if", options(seq(self.guard(), stmt("break")), seq(stmt("else"))), "fi")

    def spawn(self):
        """One more process, as long as there are few."""
        name, kinds = self.dice.choice(self.generator.runnable)
        run = self.generator.run(name, kinds, self.scope)
        self.features["run in a process"] += 1
        return stmt("atomic {", seq(stmt("if", options(seq(stmt("(_nr_pr < ", number(3), ")"), run),
                                                       seq(stmt("else"))), "fi")), "}")

    def prioritise(self):
        self.features["set_priority"] += 1
        if self.chance(0.3):
            return stmt("assert(get_priority(_pid) > 0)")
        return stmt(self.dice.choice(["set_priority(_pid, ", "_priority = (0 + "]), number(self.dice.randint(1, 3)), ")")

    def jump(self):
        made = stmt("goto L")
        self.jumps.append(made)
        self.features["goto"] += 1
        return made

    # Compound statements

    def branch(self, depth):
        self.features["if"] += 1
        return stmt("if", self.alternatives(depth), "fi")

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
        elses = 0
        for way in reversed(ways):
            if begins_with_else(way):
                elses += 1
                if elses > 1:  # pan refuses two else at one place
                    way.parts.insert(0, self.guard())
            if all(part.parts[0] in ("skip", "true") for part in way.parts):
                way.parts.insert(0, self.guard())  # and a loop of nothing
        return options(*ways)

    def loop(self, depth):
        """do that may go round for ever: fine outside atomic, as every state is stored."""
        if self.bounded():
            return self.counted(depth)
        self.features["do"] += 1
        self.loops += 1
        leave = seq(self.guard(), stmt("break")) if self.chance(0.7) else seq(stmt("break"))
        made = stmt("do", self.alternatives(depth, [leave]), "od")
        self.loops -= 1
        return made

    def counted(self, depth):
        """A loop that ends by itself: nobody else writes its counter."""
        name = self.counter()
        self.features["counted loop"] += 1
        self.loops += 1
        top = number(self.dice.randint(1, 2))
        if self.chance(0.5):
            self.features["for"] += 1
            made = stmt(f"for ({name} : ", "1 .. ", top, ") {", self.sequence(depth, 1, 2), "}")
        else:
            made = stmt("do", options(seq(stmt(f"{name} < ", top), *self.sequence(depth, 1, 2).parts,
                                          stmt(f"{name}++")),
                                      seq(stmt("else -> break"))), "od")
        self.loops -= 1
        return made

    def over(self, depth):
        arrays = [variable for variable in self.scope.variables if variable.size and variable.type != "struct"]
        if not arrays:
            return self.skip()
        self.features["for in"] += 1
        name = self.counter()
        self.loops += 1
        made = stmt(f"for ({name} in {self.dice.choice(arrays).name}) {{", self.sequence(depth, 1, 2), "}")
        self.loops -= 1
        return made

    def block(self, depth):
        if self.short or self.chance(0.4):
            return stmt("{", self.sequence(depth), "}")
        self.features["local in a block"] += 1
        self.blocks += 1
        outer = self.scope
        self.scope = outer.inner()
        text = self.generator.variable(f"t{self.name[-1]}{self.blocks}", self.scope)
        made = stmt("{", text, ";", self.sequence(depth), "}")
        self.scope = outer
        return made

    def bounded(self):
        return self.bound > 0

    def atomic(self, depth):
        self.features["atomic"] += 1
        self.bound += 1
        body = self.sequence(depth, 2, 4)
        self.bound -= 1
        if self.chance(0.08) and not self.short and not self.bounded():
            self.features["goto out of atomic"] += 1
            jump = stmt("goto L")
            self.jumps.append(jump)
            body.parts.append(jump)
        return stmt("atomic {", body, "}")

    def unless(self, depth):
        self.features["unless"] += 1
        self.bound += 1  # the main part may become atomic
        main = self.sequence(depth)
        self.bound -= 1
        escape = self.sequence(depth, 0, 2)
        first = self.dice.choice([self.guard, self.guard, self.receive, self.timeout, self.send])
        escape.parts.insert(0, first())
        if self.chance(0.2):
            self.features["unless around unless"] += 1
            return stmt("{", seq(stmt("{", main, "} unless {", escape, "}")), "} unless {",
                        seq(self.guard(), *self.sequence(0, 0, 1).parts), "}")
        shape = self.dice.choice(["{", "{", "{", "atomic {"])
        return stmt(shape, main, "} unless {", escape, "}")

    def d_step(self):
        """Deterministic statements that do not block after the first."""
        self.features["d_step"] += 1
        remotes, self.scope.remotes = self.scope.remotes, []  # SPIN allows none inside
        body = [self.d_step_statement() for _ in range(self.dice.randint(1, 3))]
        if self.chance(0.4):
            body.insert(0, self.dice.choice([self.guard, self.guard, self.d_step_receive])())
        if render(body[0]).startswith("printf"):
            body.insert(0, stmt("skip"))  # pan would run it in the middle of a rendezvous of others
        self.scope.remotes = remotes
        return stmt("d_step {", seq(*body), "}")

    def d_step_receive(self):
        return self.receive(buffered=self.chance(0.7), random=False)  # ??<> there makes SPIN write broken C

    def d_step_statement(self):
        roll = self.dice.random()
        if roll < 0.6:
            return self.assign()
        if roll < 0.75:
            return self.bump()
        if roll < 0.9:
            return stmt("if", options(seq(self.guard(), self.assign()), seq(self.guard(), self.assign()),
                                      seq(stmt("else"))), "fi")
        if roll < 0.95 and not self.short:
            name = self.counter()
            return stmt("do", options(seq(stmt(f"{name} < ", number(2)), self.assign(), stmt(f"{name}++")),
                                      seq(stmt("else -> break"))), "od")
        return self.say()
