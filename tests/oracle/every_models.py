"""Random Murphi models that are parametric in a scalarset P, and mutants of models: for tests/oracle/for_every."""

import re

ATOMS_OF_ONE = ["a[{x}] = A0", "a[{x}] = A1", "a[{x}] != A2", "b[{x}]", "!b[{x}]"]
SHARED = ["g", "!g", "s = S0", "s != S1", "s = S2"]


class Model:
    """Text of a random model. Everything in it is what docs/every-n.md allows."""

    def __init__(self, random):
        self.r = random
        self.pointer = random.random() < 0.6
        self.family = random.choice(["scalarset(N)", "scalarset(N)", "1..N", "0..N - 1"])
        # A variable that holds an element or none: undefined, or a value of its own.
        self.union = self.family == "scalarset(N)" and random.random() < 0.5

    def one_of(self, choices):
        return self.r.choice(choices)

    def of_one(self, x):
        atoms = list(ATOMS_OF_ONE)
        if self.pointer:
            atoms += ["(!isundefined(o) & o = {x})", "(isundefined(o) | o != {x})"]
        return self.one_of(atoms).format(x=x)

    def quantified(self, parameters, depth=0):
        q = "q" + str(depth)
        body = self.of_one(q)
        if parameters and self.r.random() < 0.7:
            body = f"{q} != {self.one_of(parameters)} & {body}" if self.r.random() < 0.5 else f"({q} = {self.one_of(parameters)} | {body})"
        if self.r.random() < 0.3:
            body += f" & {self.one_of(SHARED)}"
        if depth == 0 and self.r.random() < 0.15:
            body = f"{body} & {self.quantified([*parameters, q], 1)}"
        return f"({self.one_of(['exists', 'forall'])} {q} : P do {body} end)"

    def condition(self, parameters):
        parts = []
        for _ in range(self.r.randint(1, 3)):
            kind = self.r.random()
            if parameters and kind < 0.5:
                parts.append(self.of_one(self.one_of(parameters)))
            elif kind < 0.75:
                parts.append(self.one_of(SHARED))
            else:
                parts.append(("!" if self.r.random() < 0.2 else "") + self.quantified(parameters))
        return self.one_of([" & ", " & ", " | "]).join(parts)

    def change(self, parameters, depth=0):
        kind = self.r.random()
        if kind < 0.4 and parameters:
            x = self.one_of(parameters)
            return self.one_of([f"a[{x}] := A0;", f"a[{x}] := A1;", f"a[{x}] := A2;", f"b[{x}] := true;", f"b[{x}] := false;",
                                f"b[{x}] := {self.of_one(x)};"])
        if kind < 0.6:
            return self.one_of(["g := true;", "g := false;", "s := S0;", "s := S1;", "s := S2;", "g := !g;"])
        if kind < 0.7 and self.pointer:
            if parameters and self.r.random() < 0.6:
                return f"o := {self.one_of(parameters)};"
            return self.one_of(["undefine o;", "if !isundefined(o) then a[o] := A1; end;", "if !isundefined(o) then b[o] := g; end;"])
        if kind < 0.85 and depth == 0:
            test = self.condition(parameters) if self.r.random() < 0.5 else self.quantified(parameters)
            other = f" else {self.change(parameters, 1)}" if self.r.random() < 0.5 else ""
            return f"if {test} then {self.change(parameters, 1)}{other} end;"
        test = self.of_one("j")
        if parameters and self.r.random() < 0.5:
            test += f" & j != {self.one_of(parameters)}"
        value = self.one_of(["a[j] := A0;", "a[j] := A2;", "b[j] := true;", "b[j] := g;", "a[j] := A1;"])
        return f"for j : P do if {test} then {value} end; end;"

    def rule(self, k):
        parameters = [[], ["p"], ["p"], ["p", "r"]][self.r.randrange(4)]
        body = " ".join(self.change(parameters) for _ in range(self.r.randint(1, 3)))
        text = f'rule "{k}" {self.condition(parameters)} ==> {body} end;'
        for p in parameters:
            text = f"ruleset {p} : P do {text} end;"
        return text

    def invariant(self, k):
        kind = self.r.random()
        if kind < 0.5:
            body = f"forall i : P do forall j : P do i = j | !({self.of_one('i')} & {self.of_one('j')}) end end"
        elif kind < 0.8:
            body = f"!(exists i : P do {self.of_one('i')} & {self.one_of(SHARED)} end)"
        else:
            body = f"forall i : P do {self.of_one('i')} -> ({self.one_of(SHARED)} | {self.of_one('i')}) end"
        return f'invariant "{k}" {body};'

    def text(self):
        rules = "\n".join(self.rule(k) for k in range(self.r.randint(2, 5)))
        check = f"assert {self.condition([])};" if self.r.random() < 0.2 else ""
        extra = f'rule "check" {self.condition([])} ==> {check} g := !g; end;\n' if check else ""
        text = f"""const N : 2;
type P : {self.family}; A : enum {{ A0, A1, A2 }}; S : enum {{ S0, S1, S2 }}; T : enum {{ nobody }};{' U : union { P, T };' if self.union else ''}
var a : array [P] of A; b : array [P] of boolean; g : boolean; s : S; {'o : ' + ('U' if self.union else 'P') + ';' if self.pointer else ''}
startstate for i : P do a[i] := A0; b[i] := false; end; g := false; s := S0; {'undefine o;' if self.pointer else ''} end;
{rules}
{extra}{self.invariant(0)}
"""
        if self.union:
            text = text.replace("!isundefined(o)", "o != nobody").replace("isundefined(o)", "o = nobody").replace("undefine o", "o := nobody")
        return text


def mutants(text):
    """(what was done, text) for each guard negated, each assignment dropped, and each condition of a conjunction left out."""
    bare = re.sub(r"--[^\n]*", lambda m: " " * len(m.group(0)), text)
    for m in re.finditer(r'(rule\s+"[^"]*")(.*?)(==>)', bare, re.S):
        line = text[: m.start()].count("\n") + 1
        guard = text[m.start(2): m.end(2)]
        yield f"line {line}: guard negated", text[: m.start(2)] + f" !({guard}) " + text[m.start(3):]
        parts = re.split(r"&(?![^()]*\))", guard)
        for k in range(len(parts) if len(parts) > 1 else 0):
            left = "&".join(parts[:k] + parts[k + 1:])
            yield f"line {line}: condition {k + 1} dropped", text[: m.start(2)] + f" {left} " + text[m.start(3):]
    begin = bare.lower().find("startstate")
    for m in re.finditer(r"(?:[A-Za-z_][\w.\[\]]*\s*:=[^;]*;|\bundefine\s[^;]*;)", bare[begin:]):
        at = begin + m.start()
        line = text[:at].count("\n") + 1
        yield f"line {line}: {' '.join(m.group(0).split())} dropped", text[:at] + text[begin + m.end():]
