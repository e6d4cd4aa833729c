#!/usr/bin/env python3
"""What CI servers read: SARIF, JUnit, JSON of input errors, and comparing with a baseline.

    ci_files.py --program build/release/src/cli/quotient

Ends with "N passed, M failed".
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import traceback
import xml.etree.ElementTree as ElementTree

from ci_schemas import junit_objections, sarif_objections
from official_schemas import official_sarif_objections, sarif_validator

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Runner:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def check(self, *arguments):
        return subprocess.run([self.program, "check", *arguments], cwd=ROOT, capture_output=True, text=True, errors="replace", timeout=600, check=False)

    def path(self, name):
        return os.path.join(self.folder, name)


def expect(actual, expected, what=""):
    assert actual == expected, f"{what}: {actual!r}, expected {expected!r}"


def sarif(runner, *arguments):
    """The one run of a log, after all that the standard asks of what we write."""
    path = runner.path("log.sarif")
    done = runner.check(*arguments, "--sarif", path)
    with open(path, encoding="utf-8") as file:
        log = json.load(file)
    expect(sarif_objections(log), [], "the schema of SARIF")
    expect(official_sarif_objections(log), [], "the schema of SARIF by OASIS")
    assert log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    expect(driver["name"], "quotient")
    rules = [r["id"] for r in driver["rules"]]
    expect(len(rules), len(set(rules)))
    assert isinstance(run["invocations"][0]["executionSuccessful"], bool)
    for result in run["results"]:
        assert result["ruleId"] in rules and result["level"] in ("error", "warning", "note"), result
        assert result["message"]["text"], result
        flows = [l["location"] for f in result.get("codeFlows", []) for t in f["threadFlows"] for l in t["locations"]]
        for location in result["locations"] + result.get("relatedLocations", []) + flows:
            place = location["physicalLocation"]
            assert place["artifactLocation"]["uri"] and " " not in place["artifactLocation"]["uri"]
            assert place["region"]["startLine"] >= 1 and place["region"].get("startColumn", 1) >= 1, place
    return done.returncode, run


def junit(runner, *arguments):
    path = runner.path("report.xml")
    done = runner.check(*arguments, "--junit", path)
    suites = ElementTree.parse(path).getroot()
    expect(junit_objections(suites), [], "the schema of JUnit")
    expect(suites.tag, "testsuites")
    (suite,) = suites
    cases = suite.findall("testcase")
    for name in ("failure", "error", "skipped"):
        attribute = {"failure": "failures", "error": "errors", "skipped": "skipped"}[name]
        expect(int(suite.get(attribute)), sum(c.find(name) is not None for c in cases), attribute)
    expect(int(suite.get("tests")), len(cases))
    return done.returncode, {c.get("name"): c for c in cases}


def test_violation_as_sarif(runner):
    code, run = sarif(runner, "examples/lock.pml")
    expect(code, 1)
    first = run["results"][0]
    expect((first["ruleId"], first["level"]), ("assertion", "error"))
    expect(first["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "examples/lock.pml")
    expect(first["locations"][0]["physicalLocation"]["region"]["startLine"], 31)
    steps = first["codeFlows"][0]["threadFlows"][0]["locations"]
    assert "assert(inside == 1)" in steps[-1]["location"]["message"]["text"]
    assert run["invocations"][0]["executionSuccessful"]


class Skipped(Exception):
    """A test that could not be run: neither passed nor failed, and said aloud."""


def test_official_schema_of_sarif(runner):
    """Every log above and below goes through the schema by OASIS; here that it is a schema that objects."""
    _, missing = sarif_validator()
    if missing:
        raise Skipped(missing)
    _, run = sarif(runner, "examples/lock.pml")
    log = {"version": "2.1.0", "runs": [run]}
    expect(official_sarif_objections(log), [])
    run["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    run["invocations"][0]["colour"] = "red"
    expect(len(official_sarif_objections(log)), 2)


def test_verified_as_sarif(runner):
    code, run = sarif(runner, "examples/peterson.pml", "-D", "N=2")
    expect(code, 0)
    expect([r for r in run["results"] if r["level"] == "error"], [])


def test_remarks_as_sarif(runner):
    _, run = sarif(runner, "examples/b/Bank.mch")
    kinds = {r["ruleId"]: r["level"] for r in run["results"]}
    assert "assumed_size" in kinds, kinds


def test_incomplete_as_sarif(runner):
    code, run = sarif(runner, "examples/peterson.pml", "--max-states", "5")
    expect(code, 3)
    assert "incomplete" in [r["ruleId"] for r in run["results"]]


def test_input_errors_as_sarif(runner):
    code, run = sarif(runner, "tests/cli/models/slips.pml")
    expect(code, 2)
    expect(run["invocations"][0]["executionSuccessful"], False)
    assert all(r["level"] == "error" for r in run["results"])


def test_names_in_uris(runner):
    folder = runner.path("a b#c")
    os.makedirs(folder)
    with open(os.path.join(folder, "m%.pml"), "w", encoding="utf-8") as file:
        file.write("init { assert(false) }\n")
    _, run = sarif(runner, os.path.join(folder, "m%.pml"))
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].endswith("a%20b%23c/m%25.pml")


def test_junit(runner):
    code, cases = junit(runner, "examples/lock.pml")
    expect((code, list(cases)), (1, ["states"]))
    failure = cases["states"].find("failure")
    expect(failure.get("message"), "assertion violated: (inside == 1) (examples/lock.pml:31)")
    assert "visitor(2)" in failure.text
    code, cases = junit(runner, "tests/cli/models/claims.pml", "--all")
    assert len(cases) > 2 and cases["states"].find("failure") is None, list(cases)
    assert any(c.find("failure") is not None for c in cases.values())
    code, cases = junit(runner, "examples/peterson.pml", "--max-states", "5")
    expect(code, 3)
    assert cases["states"].find("error") is not None
    code, cases = junit(runner, "tests/cli/models/slips.pml")
    expect((code, list(cases)), (2, ["load"]))


def test_markup_in_names(runner):
    model = runner.path("markup.pml")
    with open(model, "wb") as file:
        file.write(b'init { printf("]]>&<b>\\"\xff\x01"); assert(1 < 0 && 2 > 1) }\n')
    _, cases = junit(runner, model)
    assert "1 < 0" in cases["states"].find("failure").get("message") or "1<0" in cases["states"].find("failure").get("message")


def test_input_errors_as_json(runner):
    done = runner.check("tests/cli/models/slips.pml", "--json", "-")
    expect(done.returncode, 2)
    told = json.loads(done.stdout)
    expect((told["verdict"], told["language"]), ("wrong_input", "promela"))
    assert any(d["suggestion"] == "count" for d in told["diagnostics"]), told
    assert "slips.pml:" in done.stderr, "people are told as well"
    told = json.loads(runner.check("nowhere.pml", "--json", "-").stdout)
    assert "nowhere.pml" in told["reason"] and told["diagnostics"][0]["at"] is None


def test_baseline(runner):
    saved = runner.path("baseline.json")
    expect(runner.check("examples/lock.pml", "--json", saved).returncode, 1)
    same = runner.check("examples/lock.pml", "--baseline", saved)
    expect(same.returncode, 0, "as before, although violated")
    assert "as in " in same.stdout, same.stdout
    fixed = runner.check("examples/lock.pml", "-D", "FIXED", "--baseline", saved)
    expect(fixed.returncode, 1)
    assert "changed: verdict: violated → verified" in fixed.stdout, fixed.stdout
    larger = runner.check("examples/lock.pml", "-D", "N=4", "--baseline", saved)
    expect(larger.returncode, 1)
    assert "changed: symmetry group: S3 → S4" in larger.stdout, larger.stdout
    cut = runner.check("examples/peterson.pml", "--max-states", "5", "--json", saved)
    expect(cut.returncode, 3)
    expect(runner.check("examples/peterson.pml", "--max-states", "9", "--baseline", saved).returncode, 0, "counts of a search that was cut")
    for text in ("", "{", "[]", '{"tool": "quotient"}', '{"tool": "quotient", "verdict": 3, "claims": [1]}'):
        with open(saved, "w", encoding="utf-8") as file:
            file.write(text)
        code = runner.check("examples/lock.pml", "--baseline", saved).returncode
        assert code in (1, 2), (text, code)
    expect(runner.check("examples/lock.pml", "--baseline", runner.path("none.json")).returncode, 2)


def test_action(runner):
    """The script of the GitHub action: an annotation at the place of what is wrong, files for each model, the baseline."""
    models, out = runner.path("models"), runner.path("out")
    os.mkdir(models)
    texts = {"right.pml": "byte n; active proctype p() { n = 1 }", "wrong.pml": "byte n;\nactive proctype p() {\n  assert(n == 1) }",
             "slip, 100%: two.pml": "active proctype p() { m = 1 }", "$(touch hit).pml": "active proctype p() { assert(false) }"}
    for name, text in texts.items():
        with open(os.path.join(models, name), "w", encoding="utf-8") as file:
            file.write(text)

    def run(pattern, **more):
        environment = {**os.environ, "QUOTIENT": runner.program, "MODELS": pattern, "OPTIONS": "--time 20s", **more}
        return subprocess.run([os.path.join(ROOT, "scripts", "check_in_ci"), out], cwd=models, env=environment, capture_output=True, text=True, timeout=600, check=False)

    done = run("*.pml")
    expect(done.returncode, 1, done.stderr)
    annotations = sorted(line for line in done.stdout.splitlines() if line.startswith("::"))
    expect(annotations, ["::error file=$(touch hit).pml,line=1::assertion violated: (false) ($(touch hit).pml:1), after 1 step",
                         "::error file=slip%2C 100%25%3A two.pml,line=1::slip, 100%25: two.pml:1: unknown variable 'm'",
                         "::error file=wrong.pml,line=3::assertion violated: (n == 1) (wrong.pml:3), after 1 step"])
    assert not os.path.exists(os.path.join(models, "hit")), "a name was run"
    for ending in ("html", "sarif", "xml", "json"):
        assert os.path.exists(os.path.join(out, "wrong." + ending)), ending
    expect(run("right.pml").returncode, 0)
    expect(run("none*.pml").returncode, 2)
    os.rename(out, runner.path("base"))
    expect(run("[rw]*.pml", BASELINE=runner.path("base")).returncode, 0, "as before")
    with open(os.path.join(models, "right.pml"), "w", encoding="utf-8") as file:
        file.write("byte n; active proctype p() { n = 1; n = 2; n = n + 3 }")
    done = run("right.pml", BASELINE=runner.path("base"), OPTIONS="--steps plain")
    expect(done.returncode, 1)
    assert "::error file=right.pml,line=1::" in done.stdout, done.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    program = os.path.abspath(parser.parse_args().program)
    passed = failed = 0
    for name, test in [(n, t) for n, t in globals().items() if n.startswith("test_")]:
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(Runner(program, folder))
                passed += 1
            except Skipped as skipped:
                print(f"  (skipped {name}: {skipped})")
            except Exception:
                failed += 1
                print(f"FAIL {name}")
                traceback.print_exc()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
