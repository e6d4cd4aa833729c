"""The Python module: what it finds is what the library finds."""

import dataclasses
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import zipfile

import pytest

import quotient

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LOCK = os.path.join(ROOT, "examples", "lock.pml")
PETERSON = os.path.join(ROOT, "examples", "peterson.pml")
ENDLESS = "byte a[9];\nactive [9] proctype p() { do :: a[_pid] = (a[_pid] + 1) % 9 od }\n"


def test_version_is_that_of_the_project():
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
        assert quotient.version() == re.search(r"VERSION ([\d.]+) LANGUAGES", file.read())[1]


def test_symmetry():
    found = quotient.load(PETERSON, defines=["N=4"]).symmetry()
    assert (found.error, found.order, found.structure) == ("", 24, "S4")
    assert set(found.groups[0].families[0]) == {f"user({i})" for i in range(1, 5)}
    assert "24 permutations" in found._repr_html_()


def test_verified():
    result = quotient.load(PETERSON, defines=["N=2"]).check()
    assert result and result.verdict == "verified"
    # As the command line says, with every state stored.
    program = os.environ.get("QUOTIENT")
    if program:
        said = subprocess.run([program, "check", PETERSON, "-D", "N=2", "--json", "-"], capture_output=True, text=True, check=True)
        told = json.loads(said.stdout)
        assert (result.states, str(result.represents)) == (told["states"], told["symmetry"]["represents"])
    off = quotient.load(PETERSON, defines=["N=2"]).check(symmetry="off")
    assert off.states >= result.states and off.symmetry.strategy == "off"


def test_counterexample():
    result = quotient.load(LOCK).check()
    assert not result and result.verdict == "violated"
    (violation,) = result.violations
    assert violation.kind == "assertion" and violation.last_state["inside"] == "2"
    last = violation.steps[-1].events[-1]
    assert last.statement == "assert(inside == 1)" and last.at.line == 31
    assert len(violation.steps) == violation.length + 1
    assert {e.process for e in violation.standing} == {"visitor(0)", "visitor(1)", "visitor(2)"}
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.states = 0


def test_propositions_along_the_run():
    text = "byte x;\nactive proctype p() { do :: x = 1 - x od }\nltl settles { <>[] (x == 1) }\n"
    (violation,) = quotient.load(text=text, language="promela").check().violations
    assert violation.propositions == ("(x == 1)",)
    assert {s.propositions for s in violation.steps} == {(True,), (False,)}


def test_errors_are_values():
    model = quotient.load(text="active proctype p() { x = 1 }", language="promela")
    assert not model.ok and model.diagnostics[0].is_error
    assert str(model.diagnostics[0].begin).endswith(":1:23")
    assert model.check().verdict == "wrong input"
    assert "unknown variable" in model._repr_html_()
    with pytest.raises(ValueError):
        model.explorer()
    assert not quotient.load("/nowhere/model.pml").ok


def test_wrong_options():
    model = quotient.load(LOCK)
    with pytest.raises(TypeError, match="unknown option 'symetry'"):
        model.check(symetry="off")
    assert model.check(symmetry="sideways").verdict == "wrong input"


def test_progress_and_limits():
    heard = []
    result = quotient.load(text=ENDLESS, language="promela").check(symmetry="off", seconds=1.5, progress=heard.append)
    assert result.verdict == "incomplete" and "1.5 s" in result.reason
    assert heard and heard[-1].states > 0 and [p.states for p in heard] == sorted(p.states for p in heard)


def test_what_progress_raises_ends_the_check():
    class Enough(Exception):
        pass

    def enough(_):
        raise Enough

    begin = time.monotonic()
    with pytest.raises(Enough):
        quotient.load(text=ENDLESS, language="promela").check(symmetry="off", seconds=600, progress=enough)
    assert time.monotonic() - begin < 300, "not only when the time is over"


def test_other_threads_run_meanwhile():
    counted = []
    thread = threading.Thread(target=lambda: [counted.append(time.sleep(0.01)) for _ in range(30)])
    thread.start()
    quotient.load(text=ENDLESS, language="promela").check(symmetry="off", seconds=1, threads=1)
    thread.join()
    assert len(counted) == 30


def test_ctrl_c():
    script = (f"import quotient\nquotient.load(text={ENDLESS!r}, language='promela')"
              ".check(symmetry='off', seconds=600, progress=lambda p: print(p.states, flush=True))\n")
    # Whoever runs the tests in the background has switched the signal off.
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    process.stdout.readline()  # it searches
    process.send_signal(2)
    _, errors = process.communicate(timeout=300)
    assert "KeyboardInterrupt" in errors


def test_states_and_successors():
    model = quotient.load(PETERSON, defines=["N=2"])
    explorer = model.explorer(symmetry="off", steps="spin")
    seen = {visit.state: visit.depth for visit in explorer.reachable()}
    assert len(seen) == model.check(symmetry="off", steps="spin", skip_sequential="never").states
    reached = {s for state in seen for s in explorer.next(state)} | {s.state for s in explorer.initial()}
    assert reached == set(seen)
    first = next(iter(explorer.initial())).state
    steps = explorer.successors(first)
    assert len(steps) > 0 and all(s.actor for s in steps)
    assert explorer.explain(first, 0).events[0].statement
    assert "user" in " ".join(explorer.describe(next(iter(steps)).state)) or explorer.describe(first)


def test_orbits_add_up():
    model = quotient.load(PETERSON, defines=["N=3"])
    reduced = list(model.explorer().reachable())
    assert sum(v.orbit_size for v in reduced) == model.check(skip_sequential="never").represents


def test_other_languages():
    assert quotient.load(os.path.join(ROOT, "examples/mcrl2/abp.mcrl2")).check().verdict == "verified"
    machine = quotient.load(os.path.join(ROOT, "examples/b/Lock.mch"))
    assert machine.language == "b" and machine.check().verdict == "violated"


def test_figures_hold_text_as_text():
    model = quotient.load(text='active proctype p() { printf("<script>"); assert(1 < 0) }', language="promela")
    page = model.check()._repr_html_()
    assert "<script" not in page and "&lt;" in page and "violated" in page


def test_stubs_name_what_there_is():
    with open(os.path.join(os.path.dirname(quotient.__file__), "_native.pyi"), encoding="utf-8") as file:
        stub = file.read()
    for name in ("State", "Visits", "Explorer", "Model"):
        kind = getattr(quotient._native, name)
        body = re.search(rf"class {name}\b.*?(?=\nclass |\Z)", stub, re.S)[0]
        declared = set(re.findall(r"def (\w+)", body))
        assert declared - {"__iter__"} == {n for n in vars(kind) if n in declared or not n.startswith("_")}, name


def test_wheel(tmp_path):
    """A wheel of what was built works where nothing else of the project is."""
    build = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(quotient.__file__))))
    made = subprocess.run([os.path.join(ROOT, "python", "build_wheel"), build, str(tmp_path)], capture_output=True, text=True, check=True)
    wheel = made.stdout.strip()
    with zipfile.ZipFile(wheel) as file:
        assert file.testzip() is None
        file.extractall(tmp_path / "site")
    script = "import quotient; print(quotient.__file__, quotient.load(text='init { assert(false) }', language='promela').check().verdict)"
    said = subprocess.run([sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": str(tmp_path / "site")}, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert said.stdout.startswith(str(tmp_path)) and said.stdout.strip().endswith("violated")
