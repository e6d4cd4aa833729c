"""Quotient itself, seen from outside: run `check` without symmetry and return what its JSON says."""

import dataclasses
import functools
import json
import os
import re
import signal
import subprocess

from spin import ROOT

DEFAULT = os.path.join(ROOT, "build", "release", "src", "cli", "quotient")

# pan ignores the claim with -DNOCLAIM; Quotient is then asked for the other properties only.
WITHOUT_CLAIM = ["--property", "assert", "--property", "deadlock"]
# The same error by different names: a claim that ends, an event that a trace does not allow.
SAME_KIND = {"ltl": "claim", "never": "claim"}
SPIN_SAME_KIND = {"trace": "assertion"}


@dataclasses.dataclass
class Answer:
    """What Quotient says; `trouble` is filled when it said nothing usable."""

    trouble: str = ""
    code: int = 0
    verdict: str = ""
    kinds: list = dataclasses.field(default_factory=list)
    states: int = 0
    transitions: int = 0  # -1, like errors: not to be compared
    errors: int = -1
    represents: str = ""  # how many states those stored stand for
    exact: bool = True  # no orbit is lost, it says
    order: str = "1"  # of the group
    unreached: list = None
    parts: set = dataclasses.field(default_factory=set)  # the process types that unreached places are told of


def claim_properties(model):
    """SPIN looks at nothing but the claim where there is one, and at the first formula where there are several."""
    with open(model, encoding="utf-8", errors="replace") as stream:
        text = stream.read()
    formula = re.search(r"^\s*ltl\b\s*(\w*)", text, re.M)
    if formula:
        return ["--property", "ltl:" + (formula[1] or "ltl_0")]
    return ["--property", "never"] if re.search(r"^\s*never\b", text, re.M) else []


def proctypes(model):
    with open(model, encoding="utf-8", errors="replace") as stream:
        text = stream.read()
    return set(re.findall(r"\bproctype\s+(\w+)", text)) | {"init"}


@functools.lru_cache(None)
def sanitized(program):
    """Sanitizers reserve terabytes of address space, so they run without a limit on it."""
    with open(program, "rb") as stream:
        text = stream.read()
    return b"__asan_init" in text or b"__tsan_init" in text


def limited(program, megabytes=4000):
    """The beginning of a command that cannot eat the machine's memory."""
    return ["prlimit", "--core=0", *([] if sanitized(program) else [f"--as={megabytes << 20}"])]


def check(program, model, steps, defines=(), claim=True, seconds=120, extra=(), symmetry="off"):
    command = [*limited(program), program, "check", model, "--steps", steps, "--symmetry", symmetry, "--partial-order", "off",
               "--all", "--json", "-", "--quiet"]
    for define in defines:
        command += ["-D", define]
    command += claim_properties(model) if claim else WITHOUT_CLAIM
    try:
        done = subprocess.run([*command, *extra], capture_output=True, text=True, errors="replace",
                              timeout=seconds, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return Answer(trouble=f"time limit of {seconds} s")
    if done.returncode < 0:
        return Answer(trouble="killed by " + signal.Signals(-done.returncode).name, code=done.returncode)
    if done.returncode not in (0, 1, 3):
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        return Answer(trouble=f"exit code {done.returncode}: {said[0] if said else ''}", code=done.returncode)
    try:
        said = json.loads(done.stdout)
    except ValueError:
        return Answer(trouble="no JSON on standard output", code=done.returncode)
    expected = {"verified": 0, "violated": 1, "incomplete": 3}.get(said.get("verdict"))
    if expected != done.returncode:
        return Answer(trouble=f"verdict {said.get('verdict')} but exit code {done.returncode}", code=done.returncode)
    kinds = {violation["kind"] for violation in said.get("violations", [])}
    # Where the program has come to its end, pan lets the claim move on alone from states that it does not store under
    # the same turn: how often it arrives somewhere depends on the order of its search, and so do its errors.
    with_claim = bool(said.get("claims"))
    return Answer(code=done.returncode, verdict=said["verdict"], states=said["states"],
                  transitions=-1 if with_claim else said["transitions"],
                  kinds=sorted(SAME_KIND.get(kind, kind) for kind in kinds),
                  errors=-1 if with_claim else said.get("errors", -1),
                  unreached=None if with_claim else said.get("unreached"),  # beside a claim nothing is said of it
                  parts=proctypes(model), represents=said["symmetry"]["represents"],
                  exact=said["symmetry"]["exact"], order=said["symmetry"]["order"])


def places(answer):
    """What was never reached, whatever the order."""
    return sorted((part["part"], place["line"], place["column"], place.get("statement", ""))
                  for part in answer.unreached or [] for place in part["places"])


def differences(facts, answer, verdict_only=False, unreached=True):
    """Where Quotient's answer departs from SPIN's facts: a list of sentences, empty if nowhere."""
    if answer.trouble:
        return [answer.trouble] if facts.accepted else []
    if not facts.accepted:
        return ["SPIN refuses the model, Quotient takes it"]
    found = []
    if facts.verdict != answer.verdict:
        found.append(f"verdict: {facts.verdict} in SPIN, {answer.verdict} in Quotient")
    if not facts.counts_hold:
        if not set(facts.kinds) <= set(answer.kinds):
            found.append(f"kinds of error: {'; '.join(facts.messages)} in SPIN, {answer.kinds} in Quotient")
        return found
    theirs = sorted({SPIN_SAME_KIND.get(kind, kind) for kind in facts.kinds})
    if theirs != answer.kinds:
        found.append(f"kinds of error: {facts.kinds} in SPIN, {answer.kinds} in Quotient")
    # Behind the end of a claim pan goes on or not, depending on how it came to the state.
    if verdict_only or "claim" in theirs:
        return found
    for name in ("states", "transitions", "errors"):
        theirs, ours = getattr(facts, name), getattr(answer, name)
        if theirs != ours and ours >= 0:
            found.append(f"{name}: {theirs} in SPIN, {ours} in Quotient")
    return found + (unreached_differences(facts, answer) if unreached else [])


def unreached_differences(facts, answer):
    """What SPIN never reached Quotient must not have reached either. It names more: SPIN takes a statement as reached when
    a process could execute it next, Quotient when one did. Claims and trace assertions are not its subject."""
    if answer.unreached is None or answer.verdict == "incomplete":
        return []
    ours = {(part["part"], place["line"]) for part in answer.unreached for place in part["places"]}
    missing = [f"{part}:{line}" for part, line, _ in facts.unreached
               if part in answer.parts and (part, line) not in ours]
    return [f"unreached in SPIN, reached in Quotient: {', '.join(missing)}"] if missing else []


def full_differences(program, model, spin_steps, **how):
    """`--steps full` must say what `spin` says, and store no more, unless SPIN takes something for granted there."""
    full = check(program, model, "full", **how)
    if full.trouble:
        return ["--steps full: " + full.trouble]
    found = []
    if (full.verdict, full.kinds) != (spin_steps.verdict, spin_steps.kinds):
        found.append(f"--steps full: {full.verdict} {full.kinds}, --steps spin: {spin_steps.verdict} {spin_steps.kinds}")
    with open(model, encoding="utf-8", errors="replace") as text:
        trusts = re.search(r"=\s*run\b|\blocal\b|\bx[rs]\b", text.read())
    if full.states > spin_steps.states and "runtime" not in full.kinds and not trusts:
        found.append(f"--steps full: {full.states} states, --steps spin: {spin_steps.states}")
    return found


def symmetry_differences(program, model, steps, unreduced, **how):
    """Up to symmetry: the same answer, and orbits that together are all states."""
    reduced = check(program, model, steps, symmetry="auto", **how)
    if reduced.trouble:
        return ["--symmetry auto: " + reduced.trouble]
    found = []
    if (reduced.verdict, reduced.kinds) != (unreduced.verdict, unreduced.kinds):
        found.append(f"--symmetry auto: {reduced.verdict} {reduced.kinds}, off: {unreduced.verdict} {unreduced.kinds}")
    if reduced.represents != str(unreduced.states) and "runtime" not in reduced.kinds:
        found.append(f"--symmetry auto: {reduced.states} states stand for {reduced.represents} "
                     f"({reduced.order} renamings), off: {unreduced.states}")
    return found
