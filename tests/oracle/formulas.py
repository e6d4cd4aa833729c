"""Random temporal formulas over the variables and labels of a random model."""

import random

PATTERNS = ["[] <> {0}", "<> [] {0}", "[] ({0} -> <> {1})", "<> {0}", "[] {0}", "{0} U {1}", "! ({0} U {1})",
            "[] ({0} -> ({1} U {2}))", "<> ({0} && <> {1})", "([] <> {0}) -> ([] <> {1})", "<> [] {0} || [] <> {1}",
            "([] <> {0}) && (<> [] {1})", "{0} V {1}", "! ({0} V {1})", "[] ({0} -> [] {1})", "{0} -> <> {1}",
            "[] (({0} -> <> {1}) && ({1} -> <> {0}))", "<> ({0} && ! {1})", "{0} W {1}"]
UNARY, BINARY = ["[]", "<>", "!"], ["U", "V", "&&", "||", "->"]


class Formulas:
    def __init__(self, seed, scope):
        self.dice = random.Random(seed)
        self.atoms = self.find_atoms(scope)

    def find_atoms(self, scope):
        atoms = [f"({remote})" for remote in scope.remotes if "@" in remote]
        for variable in scope.variables:
            if variable.type in ("struct", "mtype") or variable.size:
                continue
            atoms.append(f"({variable.name} == {self.dice.choice([0, 1, 1, 2])})")
            atoms.append(f"({variable.name} {self.dice.choice(['>', '<', '!='])} {self.dice.choice([0, 1, 2])})")
        for channel in scope.channels:
            if channel.capacity and not channel.size:
                atoms.append(f"(len({channel.name}) {self.dice.choice(['== 0', '> 0', '== 1'])})")
        return atoms

    def atom(self):
        return self.dice.choice(self.atoms)

    def formula(self):
        """(text, whether it counts steps). Empty where the model has nothing to speak of."""
        if not self.atoms:
            return "", False
        kind = self.dice.random()
        if kind < 0.6:
            return self.dice.choice(PATTERNS).format(*(self.atom() for _ in range(3))), False
        if kind < 0.95:
            return self.tree(self.dice.randint(2, 3), False), False
        text = self.tree(2, True)
        return text, "X" in text

    def tree(self, depth, steps):
        if depth == 0 or self.dice.random() < 0.15:
            return self.atom()
        if self.dice.random() < 0.45:
            operator = "X" if steps and self.dice.random() < 0.5 else self.dice.choice(UNARY)
            return f"{operator} ({self.tree(depth - 1, steps)})"
        left, right = self.tree(depth - 1, steps), self.tree(depth - 1, steps)
        return f"({left}) {self.dice.choice(BINARY)} ({right})"
