"""Random sends and receives, kept away from where pan itself goes wrong (see SPIN_FACTS.md)."""

import re

from tree import expr, render, stmt

WIDTHS = {"bit": 1, "bool": 1, "unsigned": 1, "byte": 8, "mtype": 8, "mtype:kind": 8, "pid": 8, "short": 16, "int": 32}


def reads(node, names):
    """Does an index or an eval() in a field of a receive depend on one of the variables, or on what is in a channel?"""
    if isinstance(node, str):
        return False
    text = "".join(part if isinstance(part, str) else render(part) for part in node.parts)
    inside = re.findall(r"[A-Za-z_]\w*", text)
    if text.startswith("eval("):
        return not names.isdisjoint(inside) or "len" in inside or "?[" in text
    return not names.isdisjoint(inside[1:])


class Messages:
    """The part of a `Process` that writes channel operations."""

    def send(self, buffered=False):
        channels = self.scope.buffered() if buffered else self.scope.channels
        if not channels:
            return self.skip()
        channel = self.dice.choice(channels)
        return self.send_to(channel, self.scope.channel_place(channel)) or self.skip()

    def send_to(self, channel, place):
        fields = []
        for kind in channel.fields:
            if kind == "chan":
                found = [other for other in self.scope.channels if other.key() == channel.carries.key() and other.lasting]
                value = self.scope.channel_place(self.dice.choice(found)) if found else None
            else:
                value = self.struct_place(channel.struct) if kind == "struct" else self.scope.fitting(kind)
            if value is None:
                return None
            fields += [", ", value]
        # A sorted send compares numbers of channels, which nobody promises.
        sorted_send = channel.capacity > 0 and "chan" not in channel.fields and self.chance(0.2, "sorted")
        self.features["sorted send" if sorted_send else "send"] += 1
        if "chan" in channel.fields:
            self.features["channel sent"] += 1
        if len(channel.fields) > 1 and self.chance(0.1):
            fields[2:] = ["(", *fields[3:], ")"]  # c!first(others)
        return stmt(place, "!!" if sorted_send else "!", *fields[1:])

    def receive(self, buffered=False, random=True):
        channels = self.scope.buffered() if buffered else self.scope.channels
        if not channels:
            return self.skip()
        channel = self.dice.choice(channels)
        fields, bound = [], set()
        for kind in channel.fields:
            into = self.field(kind, channel, bound)
            if into is None:
                return self.skip()
            fields += [", ", into]
        place = self.scope.channel_place(channel)
        if any(reads(part, bound) for part in [place, *fields]):
            # Undoing such a receive, pan evaluates indices and eval() with what is there after it.
            return self.assign()
        again = self.dice.profile.weight("random-receive")
        begin, end = self.dice.choices([("?", ""), ("??", ""), ("?<", ">"), ("??<", ">")],
                                       [6, 2 * again, 1, again if random else 0])[0] if channel.capacity else ("?", "")
        self.features["receive " + begin] += 1
        if len(channel.fields) > 1 and not end and self.chance(0.08):
            fields[2:] = ["(", *fields[3:], ")"]  # c?first(others)
        return stmt(place, begin, *fields[1:], end)

    def receive_any(self, channel, place):
        """Takes whatever comes first; None where it would run into what pan undoes wrongly."""
        if "struct" in channel.fields:
            return None
        return stmt(place, "?", ", ".join("_" for _ in channel.fields))

    def field(self, kind, channel, bound):
        """What one field of a receive names; None where there is nothing to name."""
        if kind == "chan":
            found = [other for other in self.scope.channels
                     if other.variable and other.key() == channel.carries.key() and other.name not in bound]
            if not found or self.chance(0.1):
                return expr("_")
            bound.add(name := self.dice.choice(found).name)
            self.features["channel received"] += 1
            return expr(name)
        target = self.receiver(kind, channel) if self.chance(0.65) and not (self.short and bound) else None
        if kind == "struct":
            target = self.struct_place(channel.struct)
            if target is None or target.parts[0] in bound:
                return None
        elif target is None or target.parts[0] in bound:  # SPIN refuses one variable in two fields
            return self.scope.match(kind)
        bound.add(target.parts[0])
        return target

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

    def hold(self):
        """Assigns a channel to a variable that holds one."""
        variables = [channel for channel in self.scope.channels if channel.variable]
        if not variables:
            return self.skip()
        target = self.dice.choice(variables)
        found = [other for other in self.scope.channels if other.key() == target.key()]
        self.features["channel assigned"] += 1
        return stmt(target.name, " = ", self.scope.channel_place(self.dice.choice(found)))
