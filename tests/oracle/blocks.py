"""Random blocks: atomic, d_step, unless, scopes."""

from tree import expr, number, options, render, seq, stmt


class Blocks:
    """The part of a `Process` that writes blocks. Bodies of atomic and d_step are restricted so that they always end: SPIN
    stores no state inside them and would follow an endless loop for ever."""

    def bounded(self):
        return self.bound > 0

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

    def atomic(self, depth):
        self.features["atomic in atomic" if self.bounded() else "atomic"] += 1
        self.bound += 1
        body = self.sequence(depth, 2, 4)
        if self.scope.channels and self.chance(0.08, "bare-choice"):
            body = seq(self.bare_choice(self.dice.randint(1, 3)))
        self.bound -= 1
        if not self.short and not self.bounded() and self.chance(0.15, "goto"):
            self.features["goto out of atomic"] += 1
            jump = stmt("goto L")
            self.jumps.append(jump)
            body.parts.append(jump if self.chance(0.5) else
                              stmt("if", options(seq(self.guard(), jump), seq(stmt("else"))), "fi"))
        return stmt("atomic {", body, "}")

    def unless(self, depth):
        self.features["unless"] += 1
        made = self.main_part(depth)
        for level in range(self.dice.choice([1, 1, 1, 2, 2, 3])):
            escape = self.escape(depth)
            if level == 0:
                made = stmt(*made.parts[:-1], "} unless ", escape)
            else:
                self.features["unless around unless"] += 1
                made = stmt("{", seq(made), "} unless ", escape)
        return made

    def main_part(self, depth):
        roll = self.dice.random()
        if roll < 0.25:
            self.bound += 1
            main = self.sequence(depth)
            self.bound -= 1
            self.features["unless around atomic"] += 1
            return stmt("atomic {", main, "}")
        if roll < 0.35 and not self.short:
            self.features["unless around d_step"] += 1
            return self.d_step()
        return stmt("{", self.sequence(depth), "}")

    def escape(self, depth):
        first = self.dice.choice([self.guard, self.guard, self.receive, self.receive, self.timeout, self.send])
        shape = self.dice.choice(["{", "{", "{", "atomic {"])
        self.bound += shape != "{"
        body = seq(first(), *self.sequence(depth, 0, 2).parts)
        self.bound -= shape != "{"
        if not self.short and not self.bounded() and shape == "{" and self.chance(0.2, "goto"):
            body.parts.append(self.jump())
            self.features["goto out of an escape"] += 1
        if self.chance(0.1) and not self.short and not self.bounded():
            self.features["d_step as an escape"] += 1
            return self.d_step()
        return stmt(shape, body, "}")

    def d_step(self):
        """Deterministic statements that do not block after the first, but now and then do: an error that pan reports."""
        self.features["d_step in atomic" if self.bounded() else "d_step"] += 1
        remotes, self.scope.remotes = self.scope.remotes, []  # SPIN allows none inside
        body = [self.d_step_statement(2) for _ in range(self.dice.randint(1, 3))]
        if self.chance(0.4):
            body.insert(0, self.dice.choice([self.guard, self.guard, self.d_step_receive, self.d_step_send])())
        if render(body[0]).startswith("printf"):
            body.insert(0, stmt("skip"))  # pan would run it in the middle of a rendezvous of others
        if self.chance(0.08, "goto") and not self.short:
            self.features["goto in d_step"] += 1
            label = f"D{len(self.labels)}{self.blocks}{self.counters}"
            if label not in self.local_labels:
                self.local_labels.add(label)
                at = self.dice.randint(1, len(body))
                body[at:] = [stmt("if", options(seq(self.guard(), stmt(f"goto {label}")), seq(stmt("else"))), "fi"),
                             *body[at:], stmt(f"{label}: ", self.assign())]
        self.scope.remotes = remotes
        return stmt("d_step {", seq(*body), "}")

    def d_step_receive(self):
        return self.receive(buffered=self.chance(0.7), random=False)  # ??<> there makes SPIN write broken C

    def d_step_send(self):
        return self.send(buffered=self.chance(0.7))

    def d_step_statement(self, depth):
        roll = self.dice.random()
        if roll < 0.55:
            return self.assign()
        if roll < 0.7:
            return self.bump()
        if roll < 0.85 or depth == 0:
            inner = self.assign if depth == 0 else lambda: self.d_step_statement(depth - 1)
            return stmt("if", options(seq(self.guard(), inner()), seq(self.guard(), inner()), seq(stmt("else"))), "fi")
        if roll < 0.9 and not self.short:
            name = self.counter()
            if self.chance(0.3, "for-range"):
                return stmt(f"for ({name} : 0 .. ", number(1), ") {", seq(self.d_step_statement(depth - 1)), "}")
            return stmt("do", options(seq(stmt(f"{name} < ", number(2)), self.d_step_statement(depth - 1),
                                          stmt(f"{name}++")),
                                      seq(stmt("else -> break"))), "od")
        if roll < 0.93:
            word = self.dice.choice(["atomic {", "d_step {"])
            self.features[word[:-2] + " in d_step"] += 1
            return stmt(word, seq(self.assign(), self.d_step_statement(depth - 1)), "}")
        if roll < 0.97 and self.scope.buffered():
            self.features["message in d_step"] += 1
            return self.guarded_message()
        return self.say()

    def guarded_message(self):
        """A send or a receive where there is room for it, or a message: it never blocks."""
        channel = self.dice.choice(self.scope.buffered())
        place = self.scope.channel_place(channel)
        if self.chance(0.5):
            action, test = self.send_to(channel, place.copy()), "nfull("
        else:
            action, test = self.receive_any(channel, place.copy()), "nempty("
        if action is None:
            return self.skip()
        return stmt("if", options(seq(stmt(test, place, ")"), action), seq(stmt("else"))), "fi")
