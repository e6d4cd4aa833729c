"""Random sends and receives, kept away from where pan itself goes wrong (see SPIN_FACTS.md)."""

import re

from tree import render, stmt

WIDTHS = {"bit": 1, "bool": 1, "unsigned": 1, "byte": 8, "mtype": 8, "pid": 8, "short": 16, "int": 32}


def reads(node, names):
    """Does an index or an eval() in a field of a receive depend on one of the variables?"""
    if isinstance(node, str):
        return False
    text = "".join(part if isinstance(part, str) else render(part) for part in node.parts)
    inside = re.findall(r"[A-Za-z_]\w*", text)
    if text.startswith("eval("):
        return not names.isdisjoint(inside)
    return not names.isdisjoint(inside[1:])


class Messages:
    """The part of a `Process` that writes channel operations."""

    def send(self, buffered=False):
        channels = self.scope.buffered() if buffered else self.scope.channels
        if not channels:
            return self.skip()
        channel = self.dice.choice(channels)
        fields = []
        for kind in channel.fields:
            value = self.struct_place(channel.struct) if kind == "struct" else self.scope.fitting(kind)
            if value is None:
                return self.skip()
            fields += [", ", value]
        sorted_send = channel.capacity > 0 and self.chance(0.15)
        self.features["sorted send" if sorted_send else "send"] += 1
        if len(channel.fields) > 1 and self.chance(0.1):
            fields[2:] = ["(", *fields[3:], ")"]  # c!first(others)
        return stmt(self.scope.channel_place(channel), "!!" if sorted_send else "!", *fields[1:])

    def receive(self, buffered=False, random=True):
        channels = self.scope.buffered() if buffered else self.scope.channels
        if not channels:
            return self.skip()
        channel = self.dice.choice(channels)
        fields, bound = [], set()
        for kind in channel.fields:
            target = self.receiver(kind, channel) if self.chance(0.65) and not (self.short and bound) else None
            if kind == "struct":
                into = self.struct_place(channel.struct)
                if into is None or into.parts[0] in bound:
                    return self.skip()
                bound.add(into.parts[0])
            elif target is not None and target.parts[0] not in bound:
                into = target
                bound.add(into.parts[0])  # SPIN refuses one variable in two fields
            else:
                into = self.scope.match(kind)
            fields += [", ", into]
        place = self.scope.channel_place(channel)
        if any(reads(part, bound) for part in [place, *fields]):
            # Undoing such a receive, pan evaluates indices and eval() with what was just received.
            return self.assign()
        begin, end = self.dice.choices([("?", ""), ("??", ""), ("?<", ">"), ("??<", ">")],
                                       [6, 2, 1, 1 if random else 0])[0] if channel.capacity else ("?", "")
        self.features["receive " + begin] += 1
        return stmt(place, begin, *fields[1:], end)

    def receiver(self, kind, channel):
        """A place wide enough for a field: pan undoes a receive by putting back what the variable holds now,
        so a message that lost bits comes back changed, and its counts depend on the order of the search."""
        if kind == "struct":
            return None
        width = WIDTHS["byte" if kind == "bit" and len(channel.fields) == 1 else kind]
        found = [path for path, leaf in self.scope.places(lambda variable: not variable.counter)
                 if WIDTHS[leaf] >= width]
        return self.scope.place(self.dice.choice(found)) if found else None

    def struct_place(self, struct):
        fields = self.generator.structs[struct]
        found = [variable for variable in self.scope.variables
                 if variable.type == "struct" and variable.fields == fields]
        if not found:
            return None
        variable = self.dice.choice(found)
        return self.scope.place([(variable.name, variable.size)])
