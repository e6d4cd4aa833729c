"""Typed random data expressions of mCRL2, each a text and a function from an environment to its value.

The values are those that the definitions of the operators give; a term without one (head([])) raises NoValue. Used by data_expressions.
"""

import itertools
import re
from fractions import Fraction
from math import ceil, floor, isqrt

DECLARATIONS = """sort D = struct d1 | d2 | d3;
     S = struct a(n: Nat)?is_a | b(d: D, t: Bool)?is_b | c?is_c;
     T = struct leaf | node(left: T, v: Nat, right: T)?is_node;
     G = struct g(table: D -> Nat, size: Nat);
map  double: Nat -> Nat;
     next: D -> D;
     total: List(Nat) -> Nat;
     weight: T -> Nat;
     kind: S -> Nat;
     small: Nat # Nat -> Bool;
     map': (Nat -> Nat) # List(Nat) -> List(Nat);
     keep: (Nat -> Bool) # List(Nat) -> List(Nat);
     sum3: Nat -> Nat -> Nat -> Nat;
     fold: (Nat -> Nat -> Nat) -> Nat -> List(Nat) -> Nat;
var  h: Nat -> Nat -> Nat; k: Nat; i, j: Nat; p: Pos; l: List(Nat); x: S; y, z: T; f: Nat -> Nat; g: Nat -> Bool;
eqn  double(i) = 2 * i;
     next(d1) = d2; next(d2) = d3; next(d3) = d1;
     total([]) = 0; total(i |> l) = i + total(l);
     weight(leaf) = 0; weight(node(y, i, z)) = weight(y) + i + weight(z);
     kind(a(0)) = 0; kind(a(p)) = 1; is_b(x) -> kind(x) = 2; kind(c) = 3;
     i < j -> small(i, j) = i < 3; i >= j -> small(i, j) = j < 2 && i < 5;
     map'(f, []) = []; map'(f, i |> l) = f(i) |> map'(f, l);
     sum3(i)(j)(k) = i + 2 * j + 3 * k;
     fold(h)(i)([]) = i; fold(h)(i)(j |> l) = fold(h)(h(i)(j))(l);
     keep(g, []) = []; g(i) -> keep(g, i |> l) = i |> keep(g, l); !g(i) -> keep(g, i |> l) = keep(g, l);
"""


class NoValue(Exception):
    """A term like head([]): it has no value here."""


def need(condition):
    if not condition:
        raise NoValue


# Values: bool, int or Fraction, ("d", i), ("a", n), ("b", d, t), ("c",), ("leaf",), ("node", l, v, r), a Python list as
# ("list", …), a set as frozenset, a bag as ("bag", frozenset of pairs), a function on D as ("fun", …).

ORDER = {name: place for place, name in enumerate(("d", "leaf", "node", "a", "b", "c", "list"))}


def bag(counts):
    return ("bag", frozenset((k, v) for k, v in counts.items() if v))


def less(x, y):
    """mCRL2's order of a sort."""
    if isinstance(x, frozenset):
        return x < y
    if isinstance(x, tuple) and x[0] == "bag":
        return x != y and bag_within(x, y)
    if isinstance(x, tuple) and x[0] == "list":
        for u, w in zip(x[1:], y[1:]):
            if u != w:
                return less(u, w)
        return len(x) < len(y)
    if isinstance(x, tuple):
        if x[0] != y[0]:
            return ORDER[x[0]] < ORDER[y[0]]
        for u, w in zip(x[1:], y[1:]):
            if u != w:
                return less(u, w) if x[0] != "d" else u < w
        return False
    return x < y


def bag_within(x, y):
    counts = dict(y[1])
    return all(v <= counts.get(k, 0) for k, v in x[1])


def text_of(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, Fraction)):
        return str(value)
    if isinstance(value, frozenset):
        return "{" + ",".join(sorted(map(text_of, value))) + "}"
    if value[0] == "d":
        return f"d{value[1] + 1}"
    if value[0] == "list":
        return "[" + ",".join(map(text_of, value[1:])) + "]"
    if value[0] == "bag":
        return "{" + ",".join(sorted(f"{text_of(k)}:{v}" for k, v in value[1])) + "}"
    return value[0] + (f"({','.join(map(text_of, value[1:]))})" if len(value) > 1 else "")


def normal(label):
    """A label without blanks, what is in braces in the order of its text; {:} is {}."""
    label = label.replace(" ", "").replace("{:}", "{}")

    def sequence(at, end):
        parts, start, current = [], at, ""
        while at < len(label) and label[at] not in end:
            if label[at] in "{[(":
                closing = {"{": "}", "[": "]", "(": ")"}[label[at]]
                inner, stop = sequence(at + 1, closing)
                inner = sorted(inner) if closing == "}" else inner
                current += label[at] + ",".join(inner) + closing
                at = stop + 1
            elif label[at] == ",":
                parts.append(current)
                current, at = "", at + 1
            else:
                current, at = current + label[at], at + 1
        if current or at > start:
            parts.append(current)
        return parts, at

    return ",".join(sequence(0, "")[0])


NUMBERS = ("Pos", "Nat", "Int", "Real")
ELEMENTS = {"D": [("d", i) for i in range(3)]}
D_VALUES = ELEMENTS["D"]


class Expressions:
    """Random typed expressions: pairs of a text and a function from an environment to a value."""

    def __init__(self, dice):
        self.dice = dice
        self.fresh = itertools.count()

    def name(self):
        return f"v{next(self.fresh)}"

    def make(self, sort, depth, scope):
        """`scope` maps names to sorts."""
        dice = self.dice
        usable = [v for v, s in scope.items() if s == sort or (s in NUMBERS and sort in NUMBERS and
                                                             NUMBERS.index(s) < NUMBERS.index(sort))]
        if usable and dice.random() < (0.7 if depth <= 0 else 0.15):
            v = dice.choice(usable)
            return v, lambda env: env[v]
        if depth <= 0:
            return self.constant(sort)
        again = lambda s, more=None: self.make(s, depth - 1, {**scope, **(more or {})})
        kind = dice.randrange(14)
        if kind == 0:
            c, x, y = again("Bool"), again(sort), again(sort)

            return f"if({c[0]}, {x[0]}, {y[0]})", lambda env: x[1](env) if c[1](env) else y[1](env)
        if kind == 1:
            v, s = self.name(), dice.choice(("D", "Nat", "Bool", "List(Nat)", "S"))
            x, e = again(s), again(sort, {v: s})
            return f"({e[0]} whr {v} = {x[0]} end)", lambda env: e[1]({**env, v: x[1](env)})
        if kind == 2:
            v, s = self.name(), dice.choice(("D", "Nat", "Bool", "Int", "Set(D)"))
            x, e = again(s), again(sort, {v: s})
            return f"(lambda {v}: {s}. {e[0]})({x[0]})", lambda env: e[1]({**env, v: x[1](env)})
        return getattr(self, "make_" + re.sub(r"\W", "_", sort).strip("_"))(again)

    def constant(self, sort):
        dice = self.dice
        if sort == "Bool":
            value = dice.random() < 0.5
        elif sort in NUMBERS:
            value = dice.randrange(1 if sort == "Pos" else 0, 4)
            if sort == "Int" and dice.random() < 0.3:
                return f"-{value}" if dice.random() < 0.5 else f"(-{value})", lambda env: -value
            if sort == "Real" and dice.random() < 0.5:
                under = dice.randrange(1, 4)
                return f"({value} / {under})", lambda env: Fraction(value, under)
        elif sort == "D":
            value = dice.choice(D_VALUES)
        elif sort == "S":
            value = dice.choice([("c",), ("a", dice.randrange(3)), ("b", dice.choice(D_VALUES), dice.random() < 0.5)])
        elif sort == "T":
            value = dice.choice([("leaf",), ("node", ("leaf",), dice.randrange(3), ("leaf",))])
        elif sort.startswith("List"):
            elements = [self.constant(sort[5:-1])[1]({}) for _ in range(dice.randrange(3))]
            value = ("list", *elements)
        elif sort.startswith("Set"):
            value = frozenset(self.constant(sort[4:-1])[1]({}) for _ in range(dice.randrange(3)))
        elif sort.startswith("Bag"):
            value = bag({self.constant(sort[4:-1])[1]({}): dice.randrange(1, 3) for _ in range(dice.randrange(3))})
            if value == bag({}):
                return "{:}", lambda env: value
        else:
            values = [dice.randrange(3) for _ in D_VALUES]
            updates = "".join(f"[d{i + 1} -> {k}]" for i, k in enumerate(values) if k)
            return f"(lambda e: D. 0){updates}", lambda env: ("fun", *values)
        # Nothing says what [] and {} are collections of, where they are not compared or joined.
        if value in (("list",), frozenset()):
            element = self.constant(sort[sort.index("(") + 1:-1])[0]
            return f"tail([{element}])" if value else f"({{{element}}} - {{{element}}})", lambda env: value
        return text_of(value), lambda env: value

    def pick(self, *choices):
        return self.dice.choice(choices)()

    @staticmethod
    def apply(shape, function, *parts):
        """`shape` is the text with a place for each part."""
        return shape.format(*(p[0] for p in parts)), lambda env: function(*(p[1](env) for p in parts))

    def make_Bool(self, again):
        dice = self.dice

        def kleene(shape, decide):
            x, y = again("Bool"), again("Bool")

            def value(env):
                known = []
                for part in (x, y):
                    try:
                        known.append(part[1](env))
                    except NoValue:
                        known.append(None)
                return decide(*known)
            return shape.format(x[0], y[0]), value

        def conjunction(x, y):
            if x is False or y is False:
                return False
            need(x is not None and y is not None)
            return True

        def disjunction(x, y):
            if x is True or y is True:
                return True
            need(x is not None and y is not None)
            return False

        def compare():
            sort = dice.choice(("Bool", "Pos", "Nat", "Int", "Real", "D", "S", "T", "List(Nat)", "List(D)", "Set(D)", "Set(Nat)",
                                "Bag(D)", "Bag(Nat)"))
            x, y = again(sort), again(sort)
            operator = dice.choice(("==", "!=", "<", "<=", ">", ">="))

            def value(env):
                u, w = x[1](env), y[1](env)
                within = (lambda r, s: r <= s if isinstance(r, frozenset) else bag_within(r, s)
                          if isinstance(r, tuple) and r[0] == "bag" else r == s or less(r, s))
                return {"==": lambda: u == w, "!=": lambda: u != w, "<": lambda: less(u, w), ">": lambda: less(w, u),
                        "<=": lambda: within(u, w), ">=": lambda: within(w, u)}[operator]()
            return f"({x[0]} {operator} {y[0]})", value

        def member():
            element = dice.choice(("D", "Nat"))
            kind = dice.choice(("List", "Set", "Bag"))
            x, y = again(element), again(f"{kind}({element})")

            def value(env):
                u, w = x[1](env), y[1](env)
                if kind == "Set":
                    return u in w
                return u in (w[1:] if kind == "List" else dict(w[1]))
            return f"({x[0]} in {y[0]})", value

        def of_functions():
            sort = "D -> Nat"
            return self.pick(
                lambda: self.apply("(g({}, {}) == g({}, {}))", lambda e, i, f, j: (e, i) == (f, j), again(sort), again("Nat"),
                                   again(sort), again("Nat")),
                lambda: self.apply("({} == {})", lambda e, f: e == f, again(sort), again(sort)),
                lambda: self.apply("([{}] != [{}])", lambda e, f: e != f, again(sort), again(sort)),
                lambda: self.apply("(g({}, 1) in {{g({}, 1), g({}, {})}})", lambda e, f, i, j: e == f or (e, 1) == (i, j),
                                   again(sort), again(sort), again(sort), again("Nat")))

        def quantified():
            v, universal = self.name(), dice.random() < 0.5
            word = "forall" if universal else "exists"
            if dice.random() < 0.5:
                e = again("Bool", {v: "D"})
                values, text = lambda env: D_VALUES, f"({word} {v}: D. {e[0]})"
            else:
                bound, e = again("Nat"), again("Bool", {v: "Nat"})
                text = f"({word} {v}: Nat. {v} < {bound[0]} {'=>' if universal else '&&'} {e[0]})"
                values = lambda env: range(bound[1](env))

            def value(env):
                results = []
                for u in values(env):
                    try:
                        results.append(e[1]({**env, v: u}))
                    except NoValue:
                        results.append(None)
                decisive = not universal
                if decisive in results:
                    return decisive
                need(None not in results)
                return universal
            return text, value

        return self.pick(lambda: self.apply("!({})", lambda x: not x, again("Bool")),
                         lambda: kleene("({} && {})", conjunction), lambda: kleene("({} || {})", disjunction),
                         lambda: kleene("({} => {})", lambda x, y: disjunction(None if x is None else not x, y)),
                         compare, compare, compare, member, member, quantified, of_functions,
                         lambda: self.apply("is_a({})", lambda s: s[0] == "a", again("S")),
                         lambda: self.apply("is_node({})", lambda s: s[0] == "node", again("T")),
                         lambda: self.apply("small({}, {})", lambda i, j: i < 3 if i < j else j < 2 and i < 5, again("Nat"),
                                            again("Nat")))

    def make_Pos(self, again):
        def positive(x):
            need(x > 0)
            return x
        return self.pick(lambda: self.apply("({} + {})", lambda x, y: x + y, again("Pos"), again("Nat")),
                         lambda: self.apply("({} * {})", lambda x, y: x * y, again("Pos"), again("Pos")),
                         lambda: self.apply("max({}, {})", max, again("Pos"), again("Nat")),
                         lambda: self.apply("min({}, {})", min, again("Pos"), again("Pos")),
                         lambda: self.apply("succ({})", lambda x: x + 1, again("Nat")),
                         lambda: self.apply("Nat2Pos({})", positive, again("Nat")),
                         lambda: self.apply("Int2Pos({})", positive, again("Int")))

    def make_Nat(self, again):
        def natural(x):
            need(x >= 0)
            return x

        def at(l, i):
            need(i + 1 < len(l))
            return l[i + 1]
        return self.pick(lambda: self.apply("({} + {})", lambda x, y: x + y, again("Nat"), again("Nat")),
                         lambda: self.apply("({} * {})", lambda x, y: x * y, again("Nat"), again("Nat")),
                         lambda: self.apply("({} div {})", lambda x, y: x // y, again("Nat"), again("Pos")),
                         lambda: self.apply("({} mod {})", lambda x, y: x % y, again("Int"), again("Pos")),
                         lambda: self.apply("max({}, {})", max, again("Nat"), again("Nat")),
                         lambda: self.apply("min({}, {})", min, again("Nat"), again("Nat")),
                         lambda: self.apply("(#{})", lambda l: len(l) - 1, again("List(Nat)")),
                         lambda: self.apply("count({}, {})", lambda x, y: dict(y[1]).get(x, 0), again("D"), again("Bag(D)")),
                         lambda: self.apply("Int2Nat({})", natural, again("Int")),
                         lambda: self.apply("abs({})", abs, again("Int")),
                         lambda: self.apply("pred({})", lambda x: x - 1, again("Pos")),
                         lambda: self.apply("exp({}, {} mod 4)", lambda x, y: x ** (y % 4), again("Nat"), again("Nat")),
                         lambda: self.apply("({} . {})", at, again("List(Nat)"), again("Nat")),
                         lambda: self.apply("{}({})", lambda f, x: f[1 + x[1]], self.braced(again("D -> Nat")), again("D")),
                         lambda: self.apply("sum3({})({})({})", lambda x, y, z: x + 2 * y + 3 * z, again("Nat"), again("Nat"),
                                            again("Nat")),
                         lambda: self.apply("fold(sum3({}))({})({})", self.folded, again("Nat"), again("Nat"),
                                            again("List(Nat)")),
                         lambda: self.apply("double({})", lambda x: 2 * x, again("Nat")),
                         lambda: self.apply("total({})", lambda l: sum(l[1:]), again("List(Nat)")),
                         lambda: self.apply("weight({})", self.weight, again("T")),
                         lambda: self.apply("kind({})", lambda s: 2 if s[0] == "b" else 3 if s[0] == "c" else min(1, s[1]),
                                            again("S")),
                         lambda: self.apply("sqrt({})", isqrt, again("Nat")),
                         lambda: self.apply("n({})", lambda s: (need(s[0] == "a"), s[1])[1], again("S")))

    @staticmethod
    def braced(part):
        return f"({part[0]})", part[1]

    @staticmethod
    def folded(x, y, values):
        for z in values[1:]:
            y = x + 2 * y + 3 * z
        return y

    @staticmethod
    def weight(tree):
        return 0 if tree[0] == "leaf" else Expressions.weight(tree[1]) + tree[2] + Expressions.weight(tree[3])

    def make_Int(self, again):
        return self.pick(lambda: self.apply("({} - {})", lambda x, y: x - y, again("Int"), again("Nat")),
                         lambda: self.apply("({} + {})", lambda x, y: x + y, again("Int"), again("Int")),
                         lambda: self.apply("({} * {})", lambda x, y: x * y, again("Int"), again("Int")),
                         lambda: self.apply("(-{})", lambda x: -x, self.braced(again("Int"))),
                         lambda: self.apply("({} div {})", lambda x, y: x // y, again("Int"), again("Pos")),
                         lambda: self.apply("floor({})", floor, again("Real")),
                         lambda: self.apply("ceil({})", ceil, again("Real")),
                         lambda: self.apply("round({})", lambda x: floor(x + Fraction(1, 2)), again("Real")),
                         lambda: self.apply("pred({})", lambda x: x - 1, again("Int")),
                         lambda: self.apply("succ({})", lambda x: x + 1, again("Int")),
                         lambda: self.apply("min({}, {})", min, again("Int"), again("Int")),
                         lambda: self.apply("max({}, {})", max, again("Int"), again("Int")))

    def make_Real(self, again):
        def quotient(x, y):
            need(y != 0)
            return Fraction(x) / y
        return self.pick(lambda: self.apply("({} / {})", quotient, again("Int"), again("Pos")),
                         lambda: self.apply("({} / {})", quotient, again("Real"), again("Real")),
                         lambda: self.apply("({} + {})", lambda x, y: x + y, again("Real"), again("Real")),
                         lambda: self.apply("({} - {})", lambda x, y: x - y, again("Real"), again("Real")),
                         lambda: self.apply("({} * {})", lambda x, y: x * y, again("Real"), again("Real")),
                         lambda: self.apply("(-{})", lambda x: -x, self.braced(again("Real"))),
                         lambda: self.apply("abs({})", abs, again("Real")),
                         lambda: self.apply("min({}, {})", min, again("Real"), again("Real")),
                         lambda: self.apply("max({}, {})", max, again("Real"), again("Real")))

    def at(self, again, element):
        def value(l, i):
            need(i + 1 < len(l))
            return l[i + 1]
        return self.apply("({} . {})", value, again(f"List({element})"), again("Nat"))

    def end(self, again, element):
        first = self.dice.random() < 0.5

        def value(l):
            need(len(l) > 1)
            return l[1] if first else l[-1]
        return self.apply("head({})" if first else "rhead({})", value, again(f"List({element})"))

    def make_D(self, again):
        return self.pick(lambda: self.apply("next({})", lambda x: ("d", (x[1] + 1) % 3), again("D")),
                         lambda: self.at(again, "D"), lambda: self.end(again, "D"),
                         lambda: self.apply("d({})", lambda s: (need(s[0] == "b"), s[1])[1], again("S")))

    def make_S(self, again):
        return self.pick(lambda: self.apply("a({})", lambda x: ("a", x), again("Nat")),
                         lambda: self.apply("b({}, {})", lambda x, y: ("b", x, y), again("D"), again("Bool")),
                         lambda: ("c", lambda env: ("c",)))

    def make_T(self, again):
        return self.pick(lambda: self.apply("node({}, {}, {})", lambda l, v, r: ("node", l, v, r), again("T"), again("Nat"),
                                            again("T")),
                         lambda: self.apply("left({})", lambda t: (need(t[0] == "node"), t[1])[1], again("T")))

    def make_list(self, again, element):
        sort = f"List({element})"

        def cut(l, first):
            need(len(l) > 1)
            return ("list", *(l[2:] if first else l[1:-1]))
        return self.pick(lambda: self.apply("[{}, {}]", lambda x, y: ("list", x, y), again(element), again(element)),
                         lambda: self.apply("({} |> {})", lambda x, l: ("list", x, *l[1:]), again(element), again(sort)),
                         lambda: self.apply("({} <| {})", lambda l, x: (*l, x), again(sort), again(element)),
                         lambda: self.apply("({} ++ {})", lambda l, m: (*l, *m[1:]), again(sort), again(sort)),
                         lambda: self.apply("tail({})", lambda l: cut(l, True), again(sort)),
                         lambda: self.apply("rtail({})", lambda l: cut(l, False), again(sort)))

    def make_List_Nat(self, again):
        def mapped():
            v = self.name()
            e, l = again("Nat", {v: "Nat"}), again("List(Nat)")
            return (f"map'(lambda {v}: Nat. {e[0]}, {l[0]})",
                    lambda env: ("list", *(e[1]({**env, v: x}) for x in l[1](env)[1:])))

        def kept():
            v = self.name()
            e, l = again("Bool", {v: "Nat"}), again("List(Nat)")
            return (f"keep(lambda {v}: Nat. {e[0]}, {l[0]})",
                    lambda env: ("list", *(x for x in l[1](env)[1:] if e[1]({**env, v: x}))))
        return self.pick(mapped, kept, *[lambda: self.make_list(again, "Nat")] * 4)

    def make_List_D(self, again):
        return self.make_list(again, "D")

    def make_set(self, again, element):
        sort = f"Set({element})"

        def comprehension():
            v = self.name()
            e = again("Bool", {v: element})
            if element == "D":
                return (f"{{ {v}: D | {e[0]} }}",
                        lambda env: frozenset(x for x in D_VALUES if e[1]({**env, v: x})))
            bound = again("Nat")
            return (f"{{ {v}: Nat | {v} < {bound[0]} && {e[0]} }}",
                    lambda env: frozenset(x for x in range(bound[1](env)) if e[1]({**env, v: x})))
        return self.pick(lambda: self.apply("{{{}, {}}}", lambda x, y: frozenset((x, y)), again(element), again(element)),
                         lambda: self.apply("({} + {})", lambda x, y: x | y, again(sort), again(sort)),
                         lambda: self.apply("({} * {})", lambda x, y: x & y, again(sort), again(sort)),
                         lambda: self.apply("({} - {})", lambda x, y: x - y, again(sort), again(sort)),
                         lambda: self.apply("Bag2Set({})", lambda x: frozenset(k for k, _ in x[1]), again(f"Bag({element})")),
                         comprehension)

    def make_Set_D(self, again):
        if self.dice.random() < 0.15:
            return self.apply("!({})", lambda x: frozenset(D_VALUES) - x, again("Set(D)"))
        return self.make_set(again, "D")

    def make_Set_Nat(self, again):
        return self.make_set(again, "Nat")

    def make_bag(self, again, element):
        sort = f"Bag({element})"

        def joined(decide):
            def value(x, y):
                u, w = dict(x[1]), dict(y[1])
                return bag({k: decide(u.get(k, 0), w.get(k, 0)) for k in {*u, *w}})
            return value

        def comprehension():
            v = self.name()
            e = again("Nat", {v: "D"})
            return f"{{ {v}: D | {e[0]} }}", lambda env: bag({x: e[1]({**env, v: x}) for x in D_VALUES})
        more = [comprehension] if element == "D" else []
        return self.pick(lambda: self.apply("{{{}: {}}}", lambda x, k: bag({x: k}), again(element), again("Nat")),
                         lambda: self.apply("({} + {})", joined(lambda x, y: x + y), again(sort), again(sort)),
                         lambda: self.apply("({} * {})", joined(min), again(sort), again(sort)),
                         lambda: self.apply("({} - {})", joined(lambda x, y: max(0, x - y)), again(sort), again(sort)),
                         lambda: self.apply("Set2Bag({})", lambda x: bag({k: 1 for k in x}), again(f"Set({element})")),
                         *more)

    def make_Bag_D(self, again):
        return self.make_bag(again, "D")

    def make_Bag_Nat(self, again):
        return self.make_bag(again, "Nat")

    def make_D____Nat(self, again):
        def update(f, x, k):
            values = list(f[1:])
            values[x[1]] = k
            return ("fun", *values)

        def abstraction():
            v = self.name()
            e = again("Nat", {v: "D"})
            return f"(lambda {v}: D. Int2Nat({e[0]}))", lambda env: ("fun", *(e[1]({**env, v: x}) for x in D_VALUES))
        return self.pick(abstraction, lambda: self.apply("({})[{} -> {}]", update, again("D -> Nat"), again("D"), again("Nat")))
