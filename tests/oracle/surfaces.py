"""What else looks at a model: pages, traces, the simulator, the language server. None of them may crash, hang or end with
exit code 4 on a model that `check` takes, and what is reduced by symmetry must stand for all that is not."""

import os
import signal
import subprocess
import sys

import quotient

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lsp"))
from client import Client  # noqa: E402

class PatientClient(Client):
    """Waits longer: on a busy machine the lenses of a model with hundreds of processes take their time."""

    def receive(self, seconds=150):
        return super().receive(seconds)


LIMIT = ["--max-states", "300000", "--engine", "interpreter"]


def differences(program, path, seed, seconds=60):
    """Sentences about what went wrong, empty if nothing did."""
    return full_steps(program, path, seconds) + simulate(program, path, seed, seconds) + language_server(program, path)


def full_steps(program, path, seconds):
    """The default mode with and without symmetry, and with everything written that can be."""
    page, trace = path + ".html", path + ".trace.json"
    reduced = quotient.check(program, path, "full", symmetry="auto", seconds=seconds,
                             extra=[*LIMIT, "--html", page, "--trace", trace])
    found = []
    if reduced.trouble:
        found.append("--steps full --symmetry auto with --html and --trace: " + reduced.trouble)
    else:
        with open(page, encoding="utf-8") as stream:
            if not stream.read().rstrip().endswith("</html>"):
                found.append("the page is not whole")
        found += against_unreduced(program, path, reduced, seconds)
        if reduced.verdict == "violated":
            found += replay(program, path, trace, seconds)
    for name in (page, trace):
        if os.path.exists(name):
            os.remove(name)
    return found


def against_unreduced(program, path, reduced, seconds):
    whole = quotient.check(program, path, "full", seconds=seconds, extra=LIMIT)
    if whole.trouble:
        return ["--steps full: " + whole.trouble]
    if "incomplete" in (whole.verdict, reduced.verdict) or whole.states >= int(LIMIT[1]):
        return []
    found = []
    if (reduced.verdict, reduced.kinds) != (whole.verdict, whole.kinds):
        found.append(f"--steps full --symmetry auto: {reduced.verdict} {reduced.kinds}, off: {whole.verdict} {whole.kinds}")
    if reduced.represents != str(whole.states) and "runtime" not in whole.kinds:
        found.append(f"--steps full --symmetry auto: {reduced.states} states represent {reduced.represents} "
                     f"(order {reduced.order}), off: {whole.states}")
    return found


def ended(done, allowed):
    """What is wrong with the end of a program; empty if nothing is."""
    if done.returncode < 0:
        return "killed by " + signal.Signals(-done.returncode).name
    words = (done.stderr.strip() or done.stdout.strip()).splitlines()
    return "" if done.returncode in allowed else f"exit code {done.returncode}: {words[0] if words else ''}"


def run(command, what, allowed, seconds):
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=seconds,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return [f"{what}: time limit of {seconds} s"]
    trouble = ended(done, allowed)
    return [f"{what}: {trouble}"] if trouble else []


def replay(program, path, trace, seconds):
    return run([*quotient.limited(program), program, "replay", path, trace, "--quiet"], "replay", (0,), seconds)


def simulate(program, path, seed, seconds):
    return run([*quotient.limited(program), program, "simulate", path, "--seed", str(seed), "--max-steps", "200"],
               "simulate", (0, 1, 3), seconds)


def language_server(program, path):
    """Opens the model, asks what an editor asks, and has it checked."""
    with open(path, encoding="utf-8") as stream:
        text = stream.read()
    client = PatientClient(program, {"checkSeconds": 2})
    document = {"textDocument": {"uri": (uri := "file://" + path)}}
    try:
        client.open(uri, text)
        client.settle()
        client.request("textDocument/documentSymbol", document)
        client.request("textDocument/codeLens", document)
        client.request("workspace/executeCommand", {"command": "quotient.check", "arguments": [uri, ""]})
        code = client.leave()
        return [f"the language server ends with {code}"] if code else []
    except (RuntimeError, OSError, subprocess.TimeoutExpired) as error:
        return [f"the language server: {error}"]
    finally:
        if client.server.poll() is None:
            client.server.kill()
            client.server.wait()
