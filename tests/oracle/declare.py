"""Random declarations: types, variables, channels, macros, inlines."""

from process import Process
from scope import SCALARS, Channel, Variable
from tree import item, number

# With priorities pan leaves the bytes out of its comparison of states in which such fields lie (SPIN_FACTS.md).
BIT_FIELDS = ("bit", "bool", "unsigned")


class Declarations:
    """The part of a `Generator` that writes what stands in front of the processes."""

    def declare_types(self):
        if self.chance(0.5):
            self.scope.mtypes["mtype"] = ["red", "green", "blue"][:self.dice.randint(2, 3)]
            self.items.append(item("mtype = { ", ", ".join(self.scope.mtypes["mtype"]), " };"))
        if self.chance(0.2, "mtype-set"):
            self.scope.mtypes["mtype:kind"] = ["circle", "square", "line"][:self.dice.randint(1, 3)]
            self.items.append(item("mtype:kind = { ", ", ".join(self.scope.mtypes["mtype:kind"]), " };"))
            self.features["named mtype"] += 1
        count = self.dice.choice([0, 0, 1, 1, 2])
        for name in ["Pair", "Nest"][:count if self.chance(1, "typedef") else 0]:
            fields = []
            for index in range(self.dice.randint(1, 3)):
                kind = self.scalar()
                fields.append((f"f{index}", kind, 0 if kind == "unsigned" else self.dice.choice([0, 0, 0, 2]), ()))
            if name == "Nest" and self.structs:
                fields.append(("in", "struct:Pair", self.dice.choice([0, 2]), self.structs["Pair"]))
                self.features["nested typedef"] += 1
            text = "; ".join(self.declaration(field, kind, size) for field, kind, size, _ in fields)
            self.items.append(item("typedef ", name, " { ", text, " }"))
            self.structs[name] = tuple((field, "struct" if kind.startswith("struct:") else kind, size, below)
                                       for field, kind, size, below in fields)
            self.features["typedef"] += 1

    def scalar(self):
        kind = self.dice.choice(SCALARS)
        if kind == "mtype":
            return self.dice.choice(sorted(self.scope.mtypes) or ["byte"])
        return "byte" if self.with_priority and kind in BIT_FIELDS else kind

    def declaration(self, name, kind, size=0, value=None):
        index = f"[{size}]" if size else ""
        start = f" = {value}" if value is not None else ""
        if kind.startswith("struct:"):
            return f"{kind[7:]} {name}{index}"
        if kind == "unsigned":
            return f"unsigned {name} : {self.dice.choice([1, 2, 2, 3])}{start}"
        return f"{kind} {name}{index}{start}"

    def start_value(self, kind):
        if kind.startswith("mtype") or self.chance(0.6):
            return None
        return self.dice.choice([0, 1, 1, 2, 3]) if kind not in ("bit", "bool") else self.dice.randint(0, 1)

    def variable(self, name, scope):
        """Declare one random variable in `scope`; returns the text of its declaration."""
        if self.structs and self.chance(0.12, "typedef"):
            struct = self.dice.choice(sorted(self.structs))
            size = 2 if self.chance(0.15) else 0
            scope.variables.append(Variable(name, "struct", size, self.structs[struct]))
            self.features["typedef variable"] += 1
            return self.declaration(name, "struct:" + struct, size)
        if scope is self.scope and self.chance(0.02, "storage"):
            self.features["hidden"] += 1
            return "hidden byte " + name  # never read: it is no part of the state
        kind = self.scalar()
        size = self.dice.randint(2, 3) if kind != "unsigned" and self.chance(0.12) else 0
        if size and kind in ("bit", "bool"):
            self.features["array of bits"] += 1
        scope.variables.append(Variable(name, kind, size))
        start = self.start_value(kind)
        if size and name.startswith("t"):
            start = None  # in a block SPIN forgets at once what it gave the first element
        return self.declaration(name, kind, size, start)

    def declare_globals(self):
        for index in range(self.dice.randint(1, 2 + self.size)):
            prefix = self.dice.choice(["show ", "local "]) if self.chance(0.04, "storage") else ""
            text = self.variable(f"g{index}", self.scope)
            self.items.append(item("" if text.startswith("hidden") else prefix, text, ";"))

    # Channels

    def declare_channels(self):
        for index in range(self.dice.choice([0, 1, 1, 1 + self.size])):
            fields, struct = self.message()
            size = 2 if self.chance(0.2, "channel-array") else 0
            channel = Channel(f"c{index}", self.capacity(), fields, size, struct)
            self.scope.channels.append(channel)
            self.items.append(item(f"chan {channel.name}{f'[{size}]' if size else ''} = ", *self.queue(channel), ";"))
        if self.chance(0.12, "channel-field"):
            self.declare_hub()
        if self.scope.channels and self.chance(0.2, "channel-message"):
            pattern = self.dice.choice(self.scope.channels)
            fields = ("chan",) if self.chance(0.6) else ("byte", "chan")
            channel = Channel("link", max(1 if self.no_rendezvous else 0, self.dice.choice([0, 1, 1, 2])), fields, carries=pattern)
            self.scope.channels.append(channel)
            self.items.append(item("chan link = ", *self.queue(channel), ";"))
            self.features["channel of channels"] += 1

    def capacity(self):
        least = 1 if self.no_rendezvous else 0
        return max(least, self.dice.choice([0, 0, 1, 1, 2, 3][:4 + self.size]))

    def message(self):
        """The fields of a channel, and the structure that is one of them."""
        kinds = ["bit", "byte", "byte", "short", *self.scope.mtypes]
        fields = [self.dice.choice(kinds) for _ in range(self.dice.choice([1, 1, 2, 3]))]
        sendable = self.sendable()
        if not sendable or not self.chance(0.4, "struct-message"):
            return tuple(fields), ""
        self.features["typedef message"] += 1
        if self.chance(0.5):
            return ("struct",), self.dice.choice(sendable)
        fields[self.dice.randrange(len(fields))] = "struct"
        return tuple(fields), self.dice.choice(sendable)

    def queue(self, channel):
        """What stands behind = in the declaration of a channel."""
        self.features["buffered channel" if channel.capacity else "rendezvous channel"] += 1
        types = ", ".join(channel.struct if kind == "struct" else kind for kind in channel.fields)
        return ["[", number(channel.capacity), f"] of {{ {types} }}"]

    def declare_hub(self):
        """A structure with a channel in it, once or as an array."""
        channel = Channel("hub", self.capacity(), (self.dice.choice(["byte", "bit", "short"]),),
                          2 if self.chance(0.4) else 0, suffix=".port")
        index = f"[{channel.size}]" if channel.size else ""
        self.items.append(item("typedef Hub { byte load; chan port = ", *self.queue(channel), " }"))
        self.items.append(item(f"Hub hub{index};"))
        self.scope.channels.append(channel)
        self.scope.variables.append(Variable("hub", "struct", channel.size, (("load", "byte", 0, ()),)))
        self.features["channel in a structure"] += 1

    def sendable(self):
        """SPIN refuses messages that hold arrays of structures or unsigned fields."""
        return sorted(name for name, fields in self.structs.items()
                      if all(kind not in ("unsigned", "struct") for _, kind, _, _ in fields))

    # Macros and inlines

    def declare_macros(self):
        if self.chance(0.3, "macro"):
            self.items.append(item("#define LIMIT ", self.scope.constant()))
            self.scope.macros.append(("LIMIT", False))
        if self.chance(0.2, "macro"):
            self.items.append(item("#define STEP(v) ((v) + ", self.scope.constant(), ")"))
            self.scope.macros.append(("STEP", True))
        if self.scope.places() and self.chance(0.15, "macro"):
            self.items.append(item("#define HOLDS ", self.scope.number_of(self.scope.condition(1))))
            self.scope.macros.append(("HOLDS", False))

    def declare_inlines(self):
        count = self.dice.choice([0, 0, 0, 1, 1, 2])
        for index in range(count if self.chance(1, "inline") else 0):
            name = f"inline{index}"
            scope = self.scope.inner()
            kinds, names = [], ["a", "b", "c"][:self.dice.randint(0, 3)]
            for parameter in names:
                kinds.append(self.inline_parameter(f"x{parameter}", scope))
            writer = Process(self, scope, name, short=True)
            body = writer.body(self.dice.randint(1, 3))
            parameters = ", ".join(f"x{parameter}" for parameter in names)
            self.items.append(item(f"inline {name}({parameters}) {{", body, "}"))
            self.inlines.append((name, kinds))
            self.features["inline"] += 1

    def inline_parameter(self, name, scope):
        """A variable, a value, an array or a channel: what the body does with the name."""
        roll = self.dice.random()
        if roll < 0.2:
            scope.variables.append(Variable(name, "byte", counter=True))  # read only
            return "value"
        if roll < 0.3:
            scope.variables.append(Variable(name, "byte", 2))
            return "array"
        found = [channel for channel in self.scope.channels if not channel.size]
        if roll < 0.5 and found:
            pattern = self.dice.choice(found)
            scope.channels.append(Channel(name, pattern.capacity, pattern.fields, 0, pattern.struct, carries=pattern.carries))
            self.features["channel in an inline"] += 1
            return pattern
        scope.variables.append(Variable(name, "byte"))
        return "variable"
