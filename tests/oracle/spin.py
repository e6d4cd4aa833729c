"""Real SPIN as an oracle: model in, facts out.

`check(model, mode)` turns a Promela file into a verifier with `spin -a`, compiles and runs it without partial order
reduction, and returns a `Facts`: verdict, kinds of error, states, transitions, unreached statements. Two modes:

  plain   spin -o1 -o2 -o3    every statement is a step, no dead variable is reset
  spin    spin                statement merging and dead-variable resetting as SPIN does by default

Results are cached by content below `build/oracle-cache`, so a second run costs nothing.

The compiler dominates: gcc -O0 takes about 350 ms for the smallest verifier, tcc 20 ms. So tcc is used where it is
installed; a caller that found a difference asks again with `compiler="gcc"` before it believes it.
"""

import dataclasses
import functools
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CACHE = os.path.join(ROOT, "build", "oracle-cache")
CACHE_VERSION = 10
COMPILE_SECONDS = 120

MODES = {"plain": ["-o1", "-o2", "-o3"], "spin": []}

# What pan prints, and the kind Quotient's JSON gives the same error. The first match counts.
KINDS = [
    ("invalid array index", "runtime"),
    ("assertion violated", "assertion"),
    ("invalid end state", "deadlock"),
    ("end state in claim reached", "claim"),
    ("claim violated", "claim"),
    ("event_trace error", "trace"),
    ("acceptance cycle", "acceptance"),
    ("accept", "acceptance"),
    ("non-progress cycle", "progress"),
]


@dataclasses.dataclass
class Facts:
    """What one run of SPIN says about one model."""

    accepted: bool = True  # did spin -a (and the C compiler) take the model
    complaint: str = ""  # if not, what was said
    verdict: str = ""  # verified | violated | incomplete
    kinds: list = dataclasses.field(default_factory=list)  # of all errors, sorted
    first: str = ""  # kind of the error met first
    messages: list = dataclasses.field(default_factory=list)  # pan's own words, each once
    states: int = 0
    transitions: int = 0
    errors: int = 0
    depth: int = 0
    unreached: list = dataclasses.field(default_factory=list)  # [proctype, line, text]
    counts_hold: bool = True  # False after a run-time error, when kinds holds one kind that is surely there

    def summary(self):
        if not self.accepted:
            return "refused"
        if self.verdict == "incomplete":
            return "incomplete"
        text = self.verdict
        if self.kinds:
            text += " (" + ", ".join(self.kinds) + ")"
        if self.counts_hold:
            text += f", {self.states} states, {self.transitions} transitions"
            if self.errors:
                text += f", {self.errors} errors"
        return text


@functools.lru_cache(None)
def fast_compiler():
    return "tcc" if shutil.which("tcc") else "gcc"


@functools.lru_cache(None)
def spin_version():
    try:
        return subprocess.run(["spin", "-V"], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"spin does not run: {error}") from error


def text_with_includes(path, seen=None):
    """The bytes a result depends on: the file and what it includes by name."""
    seen = set() if seen is None else seen
    if path in seen:
        return b""
    seen.add(path)
    try:
        with open(path, "rb") as stream:
            text = stream.read()
    except OSError:
        return b"missing"
    for name in re.findall(rb'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', text, re.M):
        text += b"\0" + text_with_includes(os.path.join(os.path.dirname(path), os.fsdecode(name)), seen)
    return text


def check(model, mode, defines=(), claim=True, compiler=None, seconds=120, megabytes=4000, depth=10_000,
          cached=True):
    """The facts about `model` in `mode`. `claim=False` ignores never claims (pan's -DNOCLAIM)."""
    compiler = compiler or fast_compiler()
    key = hashlib.sha256(repr((CACHE_VERSION, spin_version(), mode, sorted(defines), claim, compiler)).encode()
                         + text_with_includes(os.path.abspath(model))).hexdigest()
    entry = os.path.join(CACHE, key[:2], key + ".json")
    if cached and os.path.exists(entry):
        with open(entry, encoding="utf-8") as stream:
            return Facts(**json.load(stream))
    facts = run(model, mode, defines, claim, compiler, seconds, megabytes, depth)
    if cached and facts.verdict != "incomplete":
        os.makedirs(os.path.dirname(entry), exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=os.path.dirname(entry), delete=False, encoding="utf-8") as stream:
            json.dump(dataclasses.asdict(facts), stream)
        os.replace(stream.name, entry)  # two runs at once never see half an entry
    return facts


def run(model, mode, defines, claim, compiler, seconds, megabytes, depth):
    with tempfile.TemporaryDirectory(prefix="oracle-") as folder:
        try:
            refused = translate(model, mode, defines, folder) or compile_pan(folder, claim, compiler)
        except subprocess.TimeoutExpired as expired:
            return Facts(verdict="incomplete", complaint=f"{expired.cmd[0]}: time limit", counts_hold=False)
        if refused:
            return Facts(accepted=False, complaint=refused)
        facts, truncated = explore(folder, 0, depth, seconds, megabytes)
        deeper = depth
        while truncated and deeper < 20_000_000:
            deeper *= 10
            facts, truncated = explore(folder, 0, deeper, seconds, megabytes)
        if truncated:
            facts.verdict, facts.counts_hold = "incomplete", False
        if facts.counts_hold:
            return facts
        # Asked for all errors, pan went on after a run-time error with damaged memory, or got lost in endless
        # repetition: only the first run-time error, or else the first error, is a fact.
        first, _ = explore(folder, 1, depth, seconds, megabytes)
        if first.verdict != "violated":
            return facts
        if "runtime" in facts.kinds:
            first.kinds = ["runtime"]
        first.counts_hold, first.unreached = False, []
        return first


def translate(model, mode, defines, folder):
    command = ["spin", *MODES[mode], *("-D" + define for define in defines), "-a", os.path.abspath(model)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace",
                          timeout=COMPILE_SECONDS, stdin=subprocess.DEVNULL)
    if done.returncode != 0 or not os.path.exists(os.path.join(folder, "pan.c")):
        return (done.stdout + done.stderr).strip() or f"spin -a ended with code {done.returncode}"
    return ""


def compile_pan(folder, claim, compiler):
    options = ["-w", "-DNOREDUCE", "-DNOFAIR", "-DSAFETY", "-DVECTORSZ=16384"]
    if not claim:
        options.append("-DNOCLAIM")
    command = {"tcc": ["tcc"], "gcc": ["gcc", "-O0"], "optimised": ["gcc", "-O2"]}[compiler]
    done = subprocess.run([*command, *options, "-o", "pan", "pan.c"], cwd=folder, capture_output=True, text=True,
                          errors="replace", timeout=COMPILE_SECONDS, stdin=subprocess.DEVNULL)
    return done.stderr.strip() or f"the C compiler ended with code {done.returncode}" if done.returncode else ""


REFUSALS = re.compile(r"^error: proctype .*(inherits \d+ 'else' stmnts|has unconditional self-loop)"
                      r"|^error: .* label \S+ placed incorrectly", re.M)


def explore(folder, stop_after, depth, seconds, megabytes):
    """Run pan; `stop_after` 0 asks for all errors. Returns the facts and whether the depth limit cut the search."""
    command = ["prlimit", f"--as={megabytes << 20}", "--core=0", "./pan", f"-m{depth}", f"-c{stop_after}", "-w18"]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace",
                              timeout=seconds, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return Facts(verdict="incomplete", complaint="pan: time limit", counts_hold=False), False
    refusal = REFUSALS.search(done.stdout + done.stderr)
    if refusal:
        return Facts(accepted=False, complaint=refusal[0]), False
    return understand(done.stdout + done.stderr, done.returncode)


def loses_a_statement(model, mode):
    """Has pan a statement without code that control can come to? SPIN took it for merged into the one before it, and overlooked
    another way that leads there (SPIN_FACTS.md)."""
    with tempfile.TemporaryDirectory(prefix="oracle-") as folder:
        if translate(model, mode, (), folder) or compile_pan(folder, True, fast_compiler()):
            return False
        done = subprocess.run(["./pan", "-d"], cwd=folder, capture_output=True, text=True, errors="replace",
                              timeout=COMPILE_SECONDS, stdin=subprocess.DEVNULL)
        return bool(re.search(r"-\(tr   0\)-> state   0  \[id   0 tp   0", done.stdout))


def kind_of(message, formula):
    if formula and message.startswith("assertion violated  !("):
        return "claim"  # what SPIN makes of an ltl formula ends in an assertion
    for words, kind in KINDS:
        if words in message:
            return kind
    return "runtime"


def understand(output, code):
    facts = Facts()
    formula = re.search(r"never claim\s+\+ \((?!never_)", output)
    for message in re.findall(r"^pan:\d+: (.*) \(at depth -?\d+\)$", output, re.M):
        if message != "depth limit reached" and message not in facts.messages:
            facts.messages.append(message)
    if code == -signal.SIGFPE:
        facts.messages.append("division by zero")
    elif code < 0:
        facts.messages.append("killed by signal %d" % -code)
    facts.kinds = sorted({kind_of(message, formula) for message in facts.messages})
    facts.first = kind_of(facts.messages[0], formula) if facts.messages else ""
    truncated = "max search depth too small" in output

    totals = re.search(r"State-vector (\d+) byte, depth reached (\d+), errors: (\d+)", output)
    stored = re.search(r"^ *([\d.e+]+) states, stored", output, re.M)
    transitions = re.search(r"^ *([\d.e+]+) transitions \(=", output, re.M)
    if totals and stored and transitions:
        facts.depth, facts.errors = int(totals[2]), int(totals[3])
        facts.states, facts.transitions = int(float(stored[1])), int(float(transitions[1]))
    elif code >= 0:
        facts.verdict, facts.complaint, facts.counts_hold = "incomplete", output[-400:].strip(), False
        return facts, truncated
    if re.search(r"out of memory|memory limit|VECTORSZ|pan: reached -DMEMLIM", output):
        facts.verdict, facts.complaint, facts.counts_hold = "incomplete", output[:400].strip(), False
        return facts, truncated

    # A run-time error is either fatal (the search stops there) or leaves pan's memory damaged.
    facts.counts_hold = "runtime" not in facts.kinds and code >= 0
    facts.verdict = "violated" if facts.messages else "verified"
    facts.unreached = understand_unreached(output)
    return facts, truncated


def understand_unreached(output):
    unreached, proctype = [], ""
    for line in output.splitlines():
        heading = re.match(r"unreached in (proctype|init|claim|never)\s*(\S*)", line)
        if heading:
            proctype = heading[2] or heading[1]
        statement = re.match(r'\t\S*?:(\d+), state \d+, "(.*)"$', line)
        if statement and proctype:
            unreached.append([proctype, int(statement[1]), statement[2]])
    return unreached
