"""Random temporal formulas over the variables and labels of a random model."""

from profiles import dice

PATTERNS = ["[] <> {0}", "<> [] {0}", "[] ({0} -> <> {1})", "<> {0}", "[] {0}", "{0} U {1}", "! ({0} U {1})",
            "[] ({0} -> ({1} U {2}))", "<> ({0} && <> {1})", "([] <> {0}) -> ([] <> {1})", "<> [] {0} || [] <> {1}",
            "([] <> {0}) && (<> [] {1})", "{0} V {1}", "! ({0} V {1})", "[] ({0} -> [] {1})", "{0} -> <> {1}",
            "[] (({0} -> <> {1}) && ({1} -> <> {0}))", "<> ({0} && ! {1})", "{0} W {1}"]
UNARY, BINARY = ["[]", "<>", "!"], ["U", "V", "&&", "||", "->"]


class Formulas:
    def __init__(self, seed, scope, profile=None):
        self.dice = dice(seed, profile)
        self.atoms = self.find_atoms(scope)
        self.macros = []  # definitions that the formulas use

    def find_atoms(self, scope):
        atoms = [f"({remote})" for remote in scope.remotes if "@" in remote]
        for variable in scope.variables:
            if variable.type in ("struct", "mtype") or variable.size:
                continue
            atoms.append(f"({variable.name} == {self.dice.choice([0, 1, 1, 2])})")
            atoms.append(f"({variable.name} {self.dice.choice(['>', '<', '!='])} {self.dice.choice([0, 1, 2])})")
        for channel in scope.channels:
            if channel.capacity and not channel.size:
                atoms.append(f"(len({channel.name + channel.suffix}) {self.dice.choice(['== 0', '> 0', '== 1'])})")
        return atoms

    def atom(self):
        return self.dice.choice(self.atoms)

    def formula(self):
        """Empty where the model has nothing to speak of. Without `X`, which SPIN does not know as it is packaged."""
        if not self.atoms:
            return ""
        if self.dice.chance(0.3, "formula-macro"):
            return self.with_macros()
        if self.dice.random() < 0.6:
            return self.dice.choice(PATTERNS).format(*(self.atom() for _ in range(3)))
        return self.tree(self.dice.randint(2, 3))

    def with_macros(self):
        """Parts of the formula, with and without temporal operators, behind names."""
        number = len(self.macros)
        first, second = f"part{number}", f"part{number + 1}"
        self.macros.append(f"#define {first} {self.atom()}")
        self.macros.append(f"#define {second} " + self.dice.choice(
            ["(<> {0})", "([] {0})", "({0} -> <> {1})", "({0} U {1})", "(! {0})", "({1} -> ! {0})"]).format(first, self.atom()))
        return self.dice.choice(["[] {0}", "<> {0}", "[] <> {1}", "{0} U {1}", "{1} -> {0}", "[] ({1} -> {0})", "! {0}"]).format(
            second, first)

    def tree(self, depth):
        if depth == 0 or self.dice.random() < 0.15:
            return self.atom()
        if self.dice.random() < 0.45:
            return f"{self.dice.choice(UNARY)} ({self.tree(depth - 1)})"
        left, right = self.tree(depth - 1), self.tree(depth - 1)
        return f"({left}) {self.dice.choice(BINARY)} ({right})"
