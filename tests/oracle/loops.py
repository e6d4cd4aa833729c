"""Random loops: do, for in all its forms, select."""

from scope import Variable
from tree import expr, number, options, render, seq, stmt


class Loops:
    """The part of a `Process` that writes loops. Inside atomic they must end by themselves: SPIN stores no state there."""

    def leave(self):
        self.features["break"] += 1
        if self.chance(0.5):
            return stmt("break")
        return stmt("if", options(seq(self.guard(), stmt("break")), seq(stmt("else"))), "fi")

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
        if self.chance(0.5, "for-range"):
            made = self.range(name, top, depth)
        else:
            made = stmt("do", options(seq(stmt(f"{name} < ", top), *self.sequence(depth, 1, 2).parts,
                                          stmt(f"{name}++")),
                                      seq(stmt("else -> break"))), "od")
        self.loops -= 1
        return made

    def range(self, name, top, depth):
        """Bounds are read again in each round, so an expression is one that the body cannot push up for ever."""
        self.features["for"] += 1
        low, high = expr(str(self.dice.randint(0, 1))), expr(top)
        if self.chance(0.4):
            self.features["for with expressions"] += 1
            low = self.small_value()
            high = self.small_value() if self.chance(0.5) else expr(render(low), " + ", top)
        return stmt(f"for ({name} : ", low, " .. ", high, ") {", self.sequence(depth, 1, 2), "}")

    def small_value(self):
        """At most 2 whatever the variables hold."""
        found = [path for path, kind in self.scope.places() if kind in ("bit", "bool", "byte", "pid", "unsigned")]
        if found and self.chance(0.7):
            return expr("(", self.scope.place(self.dice.choice(found)), " % ", str(self.dice.choice([2, 3])), ")")
        return expr("(", self.scope.atom(), " == ", self.scope.constant(), ")")

    def over(self, depth):
        """for (i in …) over an array, the array in a structure left out, which SPIN refuses."""
        arrays = [variable.name for variable in self.scope.variables if variable.size]
        arrays += [channel.name for channel in self.scope.channels if channel.size and not channel.suffix]
        if not arrays:
            return self.counted(depth)
        self.features["for in an array"] += 1
        name = self.counter()
        self.loops += 1
        made = stmt(f"for ({name} in {self.dice.choice(arrays)}) {{", self.sequence(depth, 1, 2), "}")
        self.loops -= 1
        return made

    def over_channel(self, depth):
        """for (m in c): goes once round the messages of a channel of one structure; SPIN refuses parameters."""
        found = [(channel, variable) for channel in self.scope.buffered() if channel.fields == ("struct",)
                 and not channel.suffix and channel.name.startswith("c") for variable in self.scope.variables
                 if variable.type == "struct" and not variable.size
                 and variable.fields == self.generator.structs[channel.struct]]
        if not found:
            return self.over(depth)
        channel, variable = self.dice.choice(found)
        self.features["for in a channel" + (" of an array" if channel.size else "")] += 1
        # A channel that changes while it is gone through, in an atomic sequence, may never end.
        inner = self.sequence(depth, 1, 2) if not self.bounded() else seq(self.assign())
        place = expr(f"{channel.name}[", str(self.dice.randrange(channel.size)), "]") if channel.size else expr(channel.name)
        return stmt(f"for ({variable.name} in ", place, ") {", inner, "}")

    def choose(self):
        found = [variable for variable in self.scope.variables if not variable.size and not variable.counter
                 and variable.type != "struct" and not variable.type.startswith("mtype")]
        if not found:
            return self.skip()
        self.features["select"] += 1
        name = self.dice.choice(found).name
        if self.chance(0.4):
            self.features["select with expressions"] += 1
            low = self.small_value()
            high = self.small_value() if self.chance(0.3) else expr(render(low), " + ", str(self.dice.randint(1, 2)))
            if name not in render(low) + render(high):  # the loop that SPIN makes of it reads the bounds again
                return stmt(f"select ({name} : ", low, " .. ", high, ")")
        low = self.dice.randint(0, 1)
        return stmt(f"select ({name} : ", str(low), " .. ", str(low + self.dice.randint(1, 2)), ")")

    def counter(self):
        name = f"i{self.counters}"
        self.counters += 1
        self.texts.append(f"{self.dice.choice(['byte', 'byte', 'int', 'short'])} {name}")
        self.scope.variables.append(Variable(name, "byte", counter=True))
        return name
