"""What a random model has declared so far, and random expressions over it."""

import dataclasses

from tree import Node, expr, number

# Types and the values their variables are kept within: all small, so that state spaces stay small.
SCALARS = ["bit", "bool", "byte", "byte", "byte", "short", "int", "unsigned", "mtype", "pid"]
NEVER_NEGATIVE = {"bit", "bool", "byte", "unsigned", "mtype", "mtype:kind", "pid"}


@dataclasses.dataclass
class Variable:
    name: str
    type: str
    size: int = 0  # of an array, 0 for none
    fields: tuple = ()  # of a typedef: (name, type, size, fields)
    counter: bool = False  # belongs to a loop: nobody else may write it


@dataclasses.dataclass
class Channel:
    name: str
    capacity: int
    fields: tuple  # types; "struct" for a typedef
    size: int = 0
    struct: str = ""  # the typedef's name, if one of the fields is one
    suffix: str = ""  # behind the index: the field of a structure that is the channel
    carries: object = None  # a channel like those that are sent in the field "chan"
    variable: bool = False  # may be assigned to
    lasting: bool = True  # does not end with its process, so that others may be told of it

    def key(self):
        """Channels with the same key may take each other's place."""
        return self.capacity > 0, self.fields, self.struct, self.carries and self.carries.key()


class Scope:
    """Globals, or globals and the locals of one process. Deterministic: all chance comes from `dice`."""

    def __init__(self, dice, features):
        self.dice = dice
        self.features = features
        self.variables = []
        self.channels = []
        self.mtypes = {}  # "mtype" or "mtype:kind" -> names
        self.macros = []  # (name, takes an argument)
        self.remotes = []  # texts of remote references that may be read
        self.in_process = False
        self.in_claim = False
        self.may_meet = True  # there may be rendezvous channels
        self.pids = 0  # of processes that are there from the beginning

    def inner(self):
        scope = Scope(self.dice, self.features)
        scope.variables, scope.channels = list(self.variables), list(self.channels)
        scope.mtypes, scope.macros, scope.remotes = self.mtypes, self.macros, list(self.remotes)
        scope.in_process, scope.in_claim, scope.pids = self.in_process, self.in_claim, self.pids
        scope.may_meet = self.may_meet
        return scope

    def chance(self, probability, feature=""):
        return self.dice.chance(probability, feature)

    # Places

    def places(self, wanted=lambda variable: True):
        """(variable, leaf type, parts in front of an index, size) of everything that holds a scalar."""
        found = []
        for variable in self.variables:
            if not wanted(variable):
                continue
            prefix = [(variable.name, variable.size)]
            found += self.leaves(prefix, variable.type, variable.fields)
        return found

    def leaves(self, path, kind, fields):
        if kind != "struct":
            return [(path, kind)]
        found = []
        for name, inner, size, below in fields:
            found += self.leaves(path + [(name, size)], inner, below)
        return found

    def place(self, path):
        parts = []
        for level, (name, size) in enumerate(path):
            parts.append(("." if parts else "") + name)
            if size:
                # SPIN overlooks variables in an index behind a dot, and resets them before they are read.
                index = expr(str(self.dice.randrange(size))) if level > 0 else self.index(size)
                parts += ["[", index, "]"]
                self.features["array"] += 1
        return expr(*parts)

    def index(self, size):
        """An expression within 0 .. size-1 (very rarely not)."""
        names = [variable.name for variable in self.variables
                 if variable.type in NEVER_NEGATIVE and not variable.size]
        if self.in_process:
            names.append("_pid")
        if names and self.chance(0.6):
            name = self.dice.choice(names)
            if self.chance(0.2):
                return expr("(", name, self.dice.choice([" + 1", " + 2", f" + {size} - 1"]), ") % ", str(size))
            return expr(name) if self.chance(0.01, "overflow") else expr(name, "%", str(size))
        return expr(str(self.dice.randrange(size)))

    def readable(self):
        return self.place(self.dice.choice(self.places())[0])

    def writable(self):
        """(place, type) of something an assignment may change, or None."""
        found = self.places(lambda variable: not variable.counter)
        if not found:
            return None
        path, kind = self.dice.choice(found)
        return self.place(path), kind

    # Expressions

    def constant(self, kind="byte"):
        if kind in self.mtypes:
            return expr(self.dice.choice(self.mtypes[kind]))
        if kind in ("bit", "bool") and self.chance(0.3):
            return expr(self.dice.choice(["true", "false"]))
        return expr(number(self.dice.choice([0, 1, 1, 2, 2, 3])))

    def atom(self):
        roll = self.dice.random()
        if roll < 0.25:
            return self.constant()
        if self.in_claim and self.pids and self.chance(0.3, "claim-functions"):
            return self.claim_function()
        if roll < 0.32 and self.in_process:
            return expr("_pid") if self.chance(0.7) else expr("(", self.dice.choice(
                ["_pid + 1", "_pid - 1", "2 - _pid", "_pid * 2", "_pid % 2", "(_pid + 1) % 2"]), ")")
        if roll < 0.34 and self.in_process and not self.in_claim:
            self.features["_nr_pr"] += 1
            return expr("_nr_pr")
        if roll < 0.40 and self.remotes and self.chance(1, "remote"):
            self.features["remote reference"] += 1
            return expr(self.dice.choice(self.remotes))
        if roll < 0.48 and self.channels:
            return expr("len(", self.channel_place(self.dice.choice(self.channels)), ")")
        if roll < 0.53 and self.macros:
            self.features["macro"] += 1
            name, takes = self.dice.choice(self.macros)
            return expr(name, "(", self.constant(), ")") if takes else expr(name)
        if self.places():
            return self.readable()
        return self.constant()

    def claim_function(self):
        """What only a claim may look at. Numbers of locations mean nothing by themselves."""
        self.features["claim function"] += 1
        first, second = self.dice.randrange(self.pids), self.dice.randrange(self.pids)
        found = ["_last", "np_", f"(pc_value({first}) == pc_value({second}))"]
        if not self.may_meet:  # SPIN allows no enabled() beside rendezvous channels
            found += [f"enabled({first})", f"enabled({first})"]
        return expr(self.dice.choice(found))

    def value(self, depth=2):
        """Any integer expression."""
        if depth == 2 and self.chance(0.02, "deep"):
            self.features["deep expression"] += 1
            depth = self.dice.randint(4, 6)
        if depth == 0 or self.chance(0.35):
            return self.atom()
        roll = self.dice.random()
        left, right = self.value(depth - 1), self.value(depth - 1)
        if roll < 0.50:
            return expr("(", left, self.dice.choice([" + ", " - ", " + ", " * "]), right, ")")
        if roll < 0.62:
            return expr("(", left, self.dice.choice([" % ", " / "]), str(self.dice.randint(2, 4)), ")")
        if roll < 0.70:
            return expr("(", left, self.dice.choice([" & ", " | ", " ^ "]), right, ")")
        if roll < 0.75:
            return expr("(", left, self.dice.choice([" << ", " >> "]), str(self.dice.randint(0, 2)), ")")
        if roll < 0.80:
            return expr(self.dice.choice(["-", "~", "!"]), "(", left, ")")
        if roll < 0.82 and self.buffered() and not self.may_meet and self.chance(1, "poll-number"):
            self.features["poll in arithmetic"] += 1
            return expr("(", self.poll(), self.dice.choice([" + ", " * ", " - "]), left, ")")
        if roll < 0.88:
            self.features["conditional expression"] += 1
            return expr("(", self.condition(1), " -> ", left, " : ", right, ")")
        return self.number_of(self.condition(depth - 1))

    def number_of(self, condition):
        """In models with rendezvous channels pan writes a poll as `a && b` without parentheses (SPIN_FACTS.md)."""
        is_poll = len(condition.parts) > 1 and condition.parts[1] in ("?[", "??[")
        return expr("(", condition, " && true)") if is_poll and self.may_meet else condition

    def condition(self, depth=2, alone=False):
        """A condition; `alone` if it is a whole statement, where full() and its like may stand too."""
        if alone and self.channels and self.chance(0.15, "poll"):
            probe = self.probe()
            if self.chance(0.4):
                return expr("(", probe, self.dice.choice([" && ", " || "]), self.condition(1), ")")
            return probe
        if depth == 0 or self.chance(0.5):
            return expr("(", self.atom(), self.dice.choice([" == ", " != ", " < ", " > ", " <= ", " >= "]),
                        self.value(max(0, depth - 1)), ")")
        roll = self.dice.random()
        if roll < 0.5:
            return expr("(", self.condition(depth - 1), self.dice.choice([" && ", " || "]),
                        self.condition(depth - 1), ")")
        if roll < 0.65:
            return expr("!(", self.condition(depth - 1), ")")
        if roll < 0.85 and self.buffered() and self.chance(1, "poll"):
            return self.poll()
        return expr("(", self.value(depth - 1), ")")

    def fitting(self, kind):
        """A value for a place of this type that keeps it within few values."""
        if kind in self.mtypes:
            return expr(self.dice.choice(self.mtypes[kind]))
        if kind in ("bit", "bool"):
            return self.condition(1) if self.chance(0.4) else self.value(1)
        if kind == "unsigned":
            return self.value()
        if self.chance(0.3):
            return self.constant()
        if self.chance(0.04, "overflow"):
            self.features["overflow"] += 1
            if self.chance(0.3):
                return expr("(", self.value(1), self.dice.choice([" * 300)", " - 1)", " + 255)", " * 70000)", " << 9)"]))
            return expr(self.dice.choice(["256", "-1", "65537", "300", "32768", "2147483647", "-32769", "511"]))
        return expr("(", self.value(), ") % ", str(self.dice.choice([2, 2, 3, 4])))

    # Channels

    def channel_place(self, channel):
        if not channel.size:
            return expr(channel.name + channel.suffix)
        self.features["channel in an array"] += 1
        return expr(channel.name, "[", self.index(channel.size), "]" + channel.suffix)

    def buffered(self):
        return [channel for channel in self.channels if channel.capacity > 0]

    def poll(self):
        channel = self.dice.choice(self.buffered())
        if "struct" in channel.fields or "chan" in channel.fields:
            return expr("(len(", self.channel_place(channel), ") > 0)")
        self.features["poll"] += 1
        fields = []
        for kind in channel.fields:
            fields += [", ", self.match(kind)]
        return expr(self.channel_place(channel), self.dice.choice(["?[", "??["]), *fields[1:], "]")

    def probe(self):
        self.features["full, empty"] += 1
        channel = self.dice.choice(self.channels)
        test = self.dice.choice(["full", "nfull", "empty", "nempty"] if channel.capacity else ["empty", "nempty"])
        return expr(test, "(", self.channel_place(channel), ")")

    def match(self, kind):
        """A field of a receive that binds nothing: a constant, eval of something, or _."""
        roll = self.dice.random()
        if roll < 0.5:
            return self.constant(kind)
        if roll < 0.75 and self.places() and self.chance(1, "eval"):
            self.features["eval"] += 1
            # Inlines read names that their callers may bind, so theirs are plain.
            return Node("expr", "eval(", self.value(1) if self.in_process and self.chance(0.3) else self.readable(), ")")
        return expr("_")
