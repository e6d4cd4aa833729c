"""Whole random models in the manner of other authors: what people write by hand, and what their programs write for them.

Each function takes the generator and returns the items of a model. What varies is drawn from short lists of conditions and
effects that fit the style, so that the models are small but never the same.
"""

from scope import Variable
from tree import expr, item, number, options, seq, stmt


def write(generator):
    styles = [identified, identified, copied, machine_made, machine_made, meetings, meetings, pool, pipeline, servers]
    if generator.chance(0.15, "many"):
        styles = [many]
    style = generator.dice.choice(styles)
    generator.features["style: " + style.__name__.replace("_", " ")] += 1
    return style(generator)


class Pen:
    """Fills sentences such as `flag[@] == 0` for a process that calls itself @, out of n."""

    def __init__(self, generator, count):
        self.generator, self.dice, self.count = generator, generator.dice, count

    def fill(self, text, me):
        others = [f"(({me} + 1) % {self.count})", f"(({me} + {self.count - 1}) % {self.count})"]
        return text.replace("@+", self.dice.choice(others)).replace("@", me).replace(
            "#", str(self.dice.randint(0, 2)))

    def one(self, texts, me):
        return expr(self.fill(self.dice.choice(texts), me))

    def all(self, texts, me, least, most):
        """A conjunction, long where a program wrote it."""
        parts = []
        for _ in range(self.dice.randint(least, most)):
            parts += [" && ", self.one(texts, me)]
        return expr(*parts[1:])

    def several(self, texts, me, most):
        return [stmt(self.one(texts, me)) for _ in range(self.dice.randint(1, most))]


def globals_of(generator, count, texts):
    """Declares arrays with an element for each process, and lets formulas speak of the plain variables."""
    generator.scope.variables += [Variable("turn", "byte"), Variable("busy", "byte")]
    return [item(f"#define N {count}"), *(item(text) for text in texts)]


FLAGS = ["byte flag[N];", "byte turn;", "byte busy;"]
CONDITIONS = ["flag[@] == #", "flag[@+] != #", "turn == @", "turn != @", "busy == 0", "busy < 2", "flag[@] <= flag[@+]",
              "(flag[@] == 0 || turn == @)", "!(flag[@+] == 1 && busy)"]
EFFECTS = ["flag[@] = #", "flag[@] = #", "turn = @+", "turn = @", "busy = #", "busy = (busy + 1) % 2", "flag[@+] = 0"]


def loop_over_all(generator, pen, me):
    """A counter that runs over all processes inside atomic, and is put back."""
    inner = generator.dice.choice(["seen = seen + 1", "break", "flag[k] = 0", "seen = k"])
    head = seq(stmt("k = 0"), stmt("do", options(
        seq(stmt("k < N"), stmt("if", options(
            seq(stmt(f"(k != {me} && flag[k] == ", number(pen.dice.randint(0, 2)), ") -> ", inner)),
            seq(stmt("else -> skip"))), "fi"), stmt("k++")),
        seq(stmt("else -> break"))), "od"), stmt("k = 0"))
    word = generator.dice.choice(["atomic {", "atomic {", "d_step {"])
    if word == "d_step {" and inner == "break":
        word = "atomic {"
    return stmt(word, head, "}")


def life(generator, pen, me):
    """The loop of one process."""
    ways = []
    for _ in range(pen.dice.randint(2, 3)):
        body = pen.several(EFFECTS, me, 3)
        if pen.dice.random() < 0.5:
            body.append(loop_over_all(generator, pen, me))
        if pen.dice.random() < 0.3:
            body.append(stmt("assert(", pen.all(CONDITIONS, me, 1, 1), " || ", pen.one(CONDITIONS, me), ")"))
        guard = stmt(pen.all(CONDITIONS, me, 1, 2))
        shape = pen.dice.random()
        if shape < 0.3:
            ways.append(seq(stmt("atomic {", seq(guard, *body), "}")))
        elif shape < 0.4:
            ways.append(seq(stmt("d_step {", seq(guard, *pen.several(EFFECTS, me, 3)), "}")))
        else:
            ways.append(seq(guard, *body))
    if pen.dice.random() < 0.4:
        ways.append(seq(stmt(pen.one(["seen > 1", "turn == @ && seen", "busy == 2"], me), " -> seen = 0; break")))
    if pen.dice.random() < 0.3:
        ways.append(seq(stmt("else -> seen = 0")))
    return stmt("do", options(*ways), "od")


def identified(generator):
    """Processes with numbers of their own, from 0, started by a loop in init."""
    pen = Pen(generator, generator.dice.randint(2, 3))
    items = globals_of(generator, pen.count, FLAGS)
    body = seq(life(generator, pen, "id"), *pen.several(EFFECTS, "id", 2))
    items.append(item("proctype Node(byte id) {\n\tbyte k; byte seen;\n\t", body, "}"))
    start = stmt("do", options(seq(stmt("i < N"), stmt("run Node(i)"), stmt("i++")), seq(stmt("else -> break"))), "od")
    if generator.chance(0.3, "for-range"):
        start = stmt("for (i : 0 .. N - 1) {", seq(stmt("run Node(i)")), "}")
    tail = [stmt("(_nr_pr == 1)"), stmt("assert(turn < N)")] if generator.chance(0.4) else []
    start = stmt("atomic {", seq(start), "}") if generator.chance(0.8) else start
    items.append(item("init {\n\tbyte i;\n\t", seq(start, *tail), "}"))
    return items


def copied(generator):
    """One process type for each process, with its number written out."""
    pen = Pen(generator, generator.dice.randint(2, 3))
    items = globals_of(generator, pen.count, FLAGS)
    same = generator.chance(0.5)
    state = generator.dice.getstate()
    for index in range(pen.count):
        if same:  # copies of each other but for the number
            generator.dice.setstate(state)
        items.append(item(f"active proctype Node_{index}() {{\n\tbyte k; byte seen;\n\t",
                          seq(life(generator, pen, str(index))), "}"))
    return items


def machine_made(generator):
    """An automaton for each process: labels for its locations, an option for each edge."""
    pen = Pen(generator, generator.dice.randint(1, 3))
    items = globals_of(generator, pen.count, FLAGS)
    links = generator.chance(0.5)
    if links:
        items.append(item("chan sync = [", number(generator.dice.choice([0, 0, 1])), "] of { byte };"))
    for index in range(pen.count):
        me = str(index)
        places = generator.dice.randint(2, 4)
        body = []
        for place in range(places):
            ways = [edge(generator, pen, me, places, links) for _ in range(generator.dice.randint(1, 3))]
            prefix = generator.dice.choice(["q", "q", "q", "q", "accept_q", "progress_q", "end_q"])
            body.append((prefix, place, ways))
        names = [f"{prefix}{place}" for prefix, place, _ in body]
        lines = []
        for (_, place, ways), name in zip(body, names):
            lines.append(stmt(f"{name}: if", options(*(way(names) for way in ways)), "fi"))
        items.append(item(f"active proctype A{index}() {{\n\tbyte v;\n\t", seq(*lines), "}"))
        generator.scope.remotes += [f"A{index}[{index}]@{name}" for name in names[1:]]
    return items


def edge(generator, pen, me, places, links):
    """One option: guard, effects and the location it leads to, in one of the shapes programs write."""
    target = pen.dice.randrange(places)
    guard = pen.all(CONDITIONS, me, 1, pen.dice.choice([1, 2, 8]))
    effects = pen.several(EFFECTS, me, 3)
    if links and pen.dice.random() < 0.4:
        message = pen.dice.choice(["sync!#", "sync?v", "sync?#", "sync!v"]).replace("#", str(pen.dice.randint(0, 2)))
        if pen.dice.random() < 0.5:
            return lambda names: seq(stmt(message), *effects, stmt(f"goto {names[target]}"))
        return lambda names: seq(stmt("atomic {", seq(stmt(guard), stmt(message), *effects, stmt(f"goto {names[target]}")), "}"))
    if pen.dice.random() < 0.6:
        return lambda names: seq(stmt("d_step {", seq(stmt(guard), *effects), "}"), stmt(f"goto {names[target]}"))
    return lambda names: seq(stmt("atomic {", seq(stmt(guard), *effects, stmt(f"goto {names[target]}")), "}"))


def pool(generator):
    """Workers that are born, do one thing and die, again and again."""
    dice = generator.dice
    items = globals_of(generator, 2, ["byte turn;", "byte busy;", "chan jobs = [1] of { byte };", "pid last;"])
    work = dice.sample([stmt("busy++"), stmt("turn = x"), stmt("jobs?x"), stmt("assert(busy < 3)"), stmt("turn = _pid % 2"),
                        stmt("(turn != x)"), stmt("atomic { busy > 0 -> busy-- }"), stmt("last = _pid")], dice.randint(2, 4))
    items.append(item("proctype Worker(byte x) {\n\t", seq(stmt("busy = (busy + 1) % 3"), *work), "}"))
    made = stmt("last = run Worker(n)") if generator.chance(0.4, "run-result") else stmt("run Worker(n)")
    ways = [seq(stmt("atomic {", seq(stmt("(_nr_pr < ", number(dice.randint(2, 4)), ")"), made, stmt("n = (n + 1) % 2")), "}"))]
    if dice.random() < 0.7:
        ways.append(seq(stmt("jobs!n")))
    if dice.random() < 0.5:
        ways.append(seq(stmt("(_nr_pr == 1) -> ", stmt("busy = 0"))))
    if dice.random() < 0.7:
        ways.append(seq(stmt("break")))
    if dice.random() < 0.3:
        ways.append(seq(stmt("else -> n = 0")))
    items.append(item("active proctype Boss() {\n\tbyte n;\n\t", seq(stmt("do", options(*ways), "od"),
                                                                   stmt("assert(last < 5)")), "}"))
    return items


def pipeline(generator):
    """Stages in a row, each with the channels it reads and writes as parameters; users of a channel may be declared."""
    dice = generator.dice
    stages = dice.randint(1, 2)
    items = globals_of(generator, stages + 1, ["byte turn;", "byte busy;"])
    items.append(item("chan pipe[", f"{stages + 1}] = [", number(dice.randint(0, 2)), "] of { byte };"))
    exclusive = generator.chance(0.5)
    head = "\txr in; xs out;\n" if exclusive else ""
    middle = [seq(stmt("in?x"), stmt("x = (x + ", number(1), ") % 3"), stmt("out!x"))]
    if dice.random() < 0.5:
        middle.append(seq(stmt(dice.choice(["atomic { in?x; out!x }", "d_step { in?0; x = 1 }; out!x", "in?x", "busy = x"]))))
    items.append(item("proctype Stage(chan in; chan out) {\n", head, "\tbyte x;\n\t", seq(stmt("end: do", options(*middle), "od")), "}"))
    items.append(item("active proctype Source() {\n\tbyte i;\n\t", seq(
        stmt("for (i : 0 .. ", number(dice.randint(1, 3)), ") {", seq(stmt("pipe[0]!i % 3")), "}")), "}"))
    items.append(item("active proctype Sink() {\n\tbyte y;\n\t", seq(stmt("end: do", options(
        seq(stmt(f"pipe[{stages}]?y"), stmt("turn = y")),
        seq(stmt(f"pipe[{stages}]?", dice.choice(["1", "eval(turn)", "eval(turn + 1)"])), stmt("busy++"),
            stmt("if :: busy > 2 -> busy = 0 :: else fi"))), "od")), "}"))
    runs = [stmt(f"run Stage(pipe[{index}], pipe[{index + 1}])") for index in range(stages)]
    items.append(item("init {", seq(stmt("atomic {", seq(*runs), "}")), "}"))
    return items


def servers(generator):
    """Clients that send a channel of their own along with what they ask for."""
    dice = generator.dice
    clients = dice.randint(1, 2)
    items = globals_of(generator, clients, ["mtype = { ask, grant, deny };", "byte turn;", "byte busy;"])
    rendezvous = dice.random() < 0.5
    take = dice.choice(["desk?ask,back,who", "desk??ask,back,who", "desk?ask(back,who)", "atomic { desk?ask,back,who; turn = who }"])
    least = 1 if "??" in take else 0
    items.append(item("chan desk = [", number(dice.randint(least, 2)), "] of { mtype, chan, byte };"))
    local = dice.random() < 0.5
    if not local:
        items.append(item(f"chan reply[{clients}] = [", number(0 if rendezvous else 1), "] of { mtype };"))
    mine = "me" if local else "reply[id]"
    own = f"\tchan me = [{0 if rendezvous else 1}] of {{ mtype }};\n" if local else ""
    after = [stmt(text) for text in dice.sample(["busy = 0", "turn = id", "assert(busy < 2)", "busy++", "skip"], 2)]
    ask = stmt(f"desk!ask({mine}, id)") if dice.random() < 0.3 else stmt(f"desk!ask,{mine},id")
    items.append(item(f"proctype Client(byte id) {{\n{own}\t", seq(stmt("do", options(
        seq(ask, stmt("if", options(seq(stmt(f"{mine}?grant"), *after), seq(stmt(f"{mine}?deny"))), "fi"))), "od")), "}"))
    answers = [seq(stmt("(busy == 0) -> ", stmt("busy = ", number(1), "; back!grant"))), seq(stmt("else -> back!deny"))]
    items.append(item("active proctype Server() {\n\tchan back; byte who;\n\t", seq(stmt("end: do", options(
        seq(stmt(take), stmt("if", options(*answers), "fi"))), "od")), "}"))
    runs = [stmt(f"run Client({index})") for index in range(clients)]
    items.append(item("init {", seq(stmt("atomic {", seq(*runs), "}")), "}"))
    return items


def meetings(generator):
    """Processes that do nothing but meet, in all combinations of choice, atomic, unless and loop."""
    dice = generator.dice
    items = globals_of(generator, 2, ["byte turn;", "byte busy;"])
    channels = ["left", "right"][:dice.randint(1, 2)]
    items += [item(f"chan {name} = [", number(0 if dice.random() < 0.8 else 1), "] of { byte };") for name in channels]

    def message():
        return stmt(dice.choice(channels), dice.choice(["!0", "!1", "?0", "?1", "?_", "?turn", "!turn"]))

    def choice(depth):
        ways = []
        for _ in range(dice.choice([1, 2, 2])):
            ways.append(seq(choice(depth - 1) if depth > 0 and dice.random() < 0.6 else
                            message() if dice.random() < 0.75 else stmt(dice.choice(["false", "busy == 1", "else"]))))
        guards = [way for way in ways if way.parts[0].parts == ["else"]]
        for way in guards[1:]:
            way.parts[0] = stmt("false")  # pan refuses two else at one place
        return stmt("if", options(*ways), "fi")

    def part(depth):
        roll = dice.random()
        if depth == 0 or roll < 0.25:
            return message()
        if roll < 0.5:
            return choice(depth)
        if roll < 0.75:
            return stmt("atomic {", seq(*(part(depth - 1) for _ in range(dice.choice([1, 1, 2])))), "}")
        if roll < 0.9:
            generator.features["unless"] += 1
            return stmt("{", seq(part(depth - 1)), "} unless {", seq(part(depth - 1)), "}")
        return stmt(dice.choice(["busy = 1 - busy", "(busy == 0)", "skip", "turn = 1"]))

    for index in range(dice.randint(2, 3)):
        body = [part(3) for _ in range(dice.choice([1, 1, 2, 3]))]
        if dice.random() < 0.6:
            body = [stmt("do", options(seq(*body), *(seq(part(2)) for _ in range(dice.choice([0, 0, 1])))), "od")]
        items.append(item(f"active proctype M{index}() {{", seq(*body), "}"))
    return items


def many(generator):
    """Hundreds of processes with next to nothing to do each; SPIN ends with an error where there are more than 255."""
    dice = generator.dice
    count = 300 if generator.chance(0.25, "over-255") else dice.choice([40, 100, 150, 250])
    items = globals_of(generator, count, ["short turn;", "byte busy;", "bit flag[N];"])
    kinds = {
        "relay": [stmt("(turn == _pid)"), stmt("turn = turn + 1")],
        "marks": [stmt("atomic {", seq(stmt("(turn == _pid)"), stmt("flag[_pid] = 1"), stmt("turn = turn + 1")), "}")],
        "waits": [stmt("end: ", stmt("(busy == ", number(9), ")"))],
        "last": [stmt("(_nr_pr == _pid + 1) -> ", stmt("busy = 1 - busy"))],
    }
    kind = dice.choice(sorted(kinds))
    generator.features[f"{count} processes"] += 1
    shape = dice.random()
    if shape < 0.5:
        items.append(item("active [N] proctype Cell() {", seq(*kinds[kind]), "}"))
    elif shape < 0.75:
        items.append(item("proctype Cell() {", seq(*kinds[kind]), "}"))
        # init has the number 0
        items.append(item("init {\n\tshort i;\n\t", seq(stmt("atomic {", seq(stmt("do", options(
            seq(stmt("i < N - 1"), stmt("run Cell()"), stmt("i++")), seq(stmt("else -> break"))), "od"),
            stmt("turn = 1")), "}")), "}"))
    else:
        half = count // 2
        items.append(item(f"active [{half}] proctype Cell() {{", seq(*kinds[kind]), "}"))
        items.append(item(f"active [{count - half}] proctype Core() {{", seq(*(part.copy() for part in kinds[kind])), "}"))
    return items
