"""Random Murphi models of the kind that people write: families of nodes with records, messages, pointers, procedures."""


class Maker:
    def __init__(self, numbers):
        self.r = numbers
        self.size = numbers.choice([2, 2, 3])
        self.is_set = numbers.random() < 0.7
        self.literals = ["Idle", "Busy", "Gone"][: numbers.choice([2, 3])]
        self.top = numbers.choice([1, 2])

    def pick(self, *all_of):
        return self.r.choice(all_of)

    # What a rule with the parameters in `nodes` can speak of.
    def node(self, nodes):
        return self.r.choice(nodes) if nodes else None

    def state_place(self, nodes):
        n = self.node(nodes)
        return self.pick("mode", f"cell[{n}].s") if n else "mode"

    def state(self, nodes):
        return self.r.choice(self.literals + [self.state_place(nodes)])

    def count_place(self, nodes):
        n = self.node(nodes)
        return self.pick("level", f"cell[{n}].k") if n else "level"

    def count(self, nodes):
        return self.pick(str(self.r.randint(0, self.top)), self.count_place(nodes))

    def flag_place(self, nodes):
        n = self.node(nodes)
        return self.pick("up", f"flag[{n}]") if n else "up"

    def condition(self, nodes, depth=0):
        choice = self.r.randrange(11 if depth < 2 else 6)
        if choice == 0:
            return f"{self.state_place(nodes)} {self.pick('=', '!=')} {self.state(nodes)}"
        if choice == 1:
            return self.flag_place(nodes)
        if choice == 2:
            return f"{self.count_place(nodes)} {self.pick('=', '<', '<=', '!=', '>')} {self.count(nodes)}"
        if choice == 3 and nodes:
            return f"(!isundefined(owner) & owner {self.pick('=', '!=')} {self.node(nodes)})"
        if choice == 4:
            return "isundefined(owner)"
        if choice == 5 and nodes:
            return f"Quiet({self.node(nodes)})"
        if choice == 6:
            return f"({self.condition(nodes, depth + 1)} & {self.condition(nodes, depth + 1)})"
        if choice == 7:
            return f"({self.condition(nodes, depth + 1)} | {self.condition(nodes, depth + 1)})"
        if choice == 8:
            return f"!({self.condition(nodes, depth + 1)})"
        if choice == 9:
            name = f"q{depth}"
            inner = self.condition(nodes + [name], depth + 1)
            return f"({self.pick('forall', 'exists')} {name} : NODE do {inner} end)"
        if choice == 10:
            return f"({self.condition(nodes, depth + 1)} -> {self.condition(nodes, depth + 1)})"
        return "up"

    def statement(self, nodes, depth=0):
        choice = self.r.randrange(12 if depth < 2 else 6)
        if choice == 0:
            return f"{self.state_place(nodes)} := {self.state(nodes)};"
        if choice == 1:
            return f"{self.flag_place(nodes)} := {self.pick('true', 'false', '!' + self.flag_place(nodes))};"
        if choice == 2:
            place = self.count_place(nodes)
            return self.pick(f"{place} := {self.count(nodes)};", f"if {place} < {self.top} then {place} := {place} + 1; end;",
                             f"{place} := ({place} + 1) % {self.top + 1};")
        if choice == 3:
            return f"owner := {self.node(nodes)};" if nodes else "undefine owner;"
        if choice == 4:
            return self.pick("undefine owner;", "clear level;", f"put \"here\";")
        if choice == 5 and len(nodes) > 1:
            return f"cell[{nodes[0]}] := cell[{nodes[1]}];"
        if choice == 6:
            other = f" else {self.statement(nodes, depth + 1)}" if self.r.random() < 0.4 else ""
            return f"if {self.condition(nodes, 1)} then {self.statement(nodes, depth + 1)}{other} end;"
        if choice == 7:
            name = f"l{depth}"
            return f"for {name} : NODE do {self.statement(nodes + [name], depth + 1)} end;"
        if choice == 8:
            cases = " ".join(f"case {x}: {self.statement(nodes, depth + 1)}" for x in self.literals[:2])
            return f"switch {self.state_place(nodes)} {cases} end;"
        if choice == 9 and nodes:
            return f"Bump(cell[{self.node(nodes)}], {self.count(nodes)});"
        if choice == 10 and nodes:
            name = f"a{depth}"
            return f"alias {name} : cell[{self.node(nodes)}] do {name}.s := {self.state(nodes)}; end;"
        if choice == 11:
            return f"if !isundefined(owner) then cell[owner].s := {self.state(nodes)}; flag[owner] := {self.pick('true', 'false')}; end;"
        return f"mode := {self.state(nodes)};"

    def rule(self, number):
        parameters = ["i", "j"][: self.r.choice([0, 1, 1, 1, 2])]
        guard = self.condition(parameters)
        body = " ".join(self.statement(parameters) for _ in range(self.r.randint(1, 3)))
        text = f'rule "r{number}" {guard} ==> begin {body} end;'
        if parameters:
            over = "; ".join(f"{p} : NODE" for p in parameters)
            text = f"ruleset {over} do {text} end;"
        return text

    def model(self):
        node = f"scalarset({self.size})" if self.is_set else self.pick(f"1..{self.size}", f"0..{self.size - 1}")
        lines = [
            f"type NODE : {node};",
            f"  STATE : enum {{ {', '.join(self.literals)} }};",
            f"  COUNT : 0..{self.top};",
            "  CELL : record s : STATE; k : COUNT; end;",
            "var cell : array [NODE] of CELL; flag : array [NODE] of boolean;",
            "  mode : STATE; level : COUNT; up : boolean; owner : NODE;",
            "function Quiet(n : NODE) : boolean; begin",
            f"  if cell[n].s = {self.literals[0]} then return flag[n]; end; return cell[n].k = 0; end;",
            "procedure Bump(var c : CELL; much : COUNT); var t : COUNT; begin",
            f"  t := much; if c.k + t <= {self.top} then c.k := c.k + t; else c.s := {self.literals[-1]}; end; end;",
        ]
        start = [
            "for n : NODE do",
            f"  cell[n].s := {self.r.choice(self.literals)}; cell[n].k := {self.r.randint(0, self.top)};",
            f"  flag[n] := {self.pick('true', 'false')};",
            "end;",
            f"mode := {self.r.choice(self.literals)}; level := 0; up := {self.pick('true', 'false')}; undefine owner;",
        ]
        lines += ["startstate begin", *start, "end;"]
        lines += [self.rule(n) for n in range(self.r.randint(2, 5))]
        # Most models are to run to their end.
        lines.append('rule "idle" true ==> up := !up; end;')
        if self.r.random() < 0.5:
            lines.append(f'invariant "claim" {self.condition([])};')
        return "\n".join(lines) + "\n"


def random_model(numbers):
    return Maker(numbers).model()
