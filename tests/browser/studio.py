#!/usr/bin/env python3
"""Works with the studio in a real browser: edits, checks, cancels, walks, simulates; and asks it for what it must refuse.

    studio.py --program build/release/src/cli/quotient [--screenshots FOLDER] [--only WORD] [--slower N]

Ends with "N passed, M failed".
"""

import argparse
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import axe  # noqa: E402
from races import refuse_races  # noqa: E402
from waiting import PATIENCE, expect, expect_that, same  # noqa: E402
from webdriver import Browser  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
MODELS = os.path.join(HERE, "models")
CONTROL = "\ue009"

LOCK = """byte inside;
active [3] proctype visitor() {
  inside++;
  assert(inside == 1);
  inside--
}
"""
LONG = """#define N 9
byte a[N];
active [N] proctype p() { do :: a[_pid] = (a[_pid] + 1) % 7 od }
"""


class Studio:
    """The program, serving a folder of its own."""

    def __init__(self, program, files, *arguments, opened=None):
        self.folder = tempfile.mkdtemp()
        for name, text in files.items():
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        target = os.path.join(self.folder, opened) if opened else self.folder
        self.process = subprocess.Popen([program, "studio", target, "--no-browser", *arguments], stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        parts = urllib.parse.urlsplit(self.address)
        self.host, self.token = parts.netloc, parts.path.strip("/")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.code = self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError("the studio does not end") from None
        finally:
            self.process.stdout.close()
            shutil.rmtree(self.folder, ignore_errors=True)

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def request(self, method, path, body=None, **headers):
        """Status and text of a request as any program can send it."""
        connection = http.client.HTTPConnection(self.host, timeout=4 * PATIENCE)
        sent = {"Host": self.host, **{k.replace("_", "-"): v for k, v in headers.items()}}
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        for name, value in {**sent, "Content-Length": str(len(data))}.items():
            if value is not None:
                connection.putheader(name, value)
        connection.endheaders(data)
        answer = connection.getresponse()
        text = answer.read().decode()
        self.headers = answer.headers
        connection.close()
        return answer.status, text

    def ask(self, name, body, **headers):
        own = {"Origin": f"http://{self.host}", "Content_Type": "application/json", **headers}
        return self.request("POST", f"/{self.token}/api/{name}", body, **own)


def opened(browser, studio, rest=""):
    browser.visit("about:blank")
    browser.visit(studio.address + rest)
    browser.wait_for("return document.querySelector('.cm-content')?.textContent.length > 0")


EDITOR = "document.querySelector('.cm-content').cmTile?.view ?? document.querySelector('.cm-content').cmView?.view"


def set_text(browser, text):
    """Types a text in place of what is there, as a paste does."""
    browser.run(f"const view = {EDITOR}; view.dispatch({{changes: {{from: 0, to: view.state.doc.length, insert: arguments[0]}}}})", text)


def check(browser):
    browser.run("document.querySelector('.result').replaceChildren()")
    browser.click(".primary")
    return browser.wait_for("return !document.querySelector('.primary').disabled && document.querySelector('.result .verdict-word')?.textContent")


def wait_for_errors(browser, some):
    browser.wait_for("return (document.querySelectorAll('.cm-lintRange-error, .cm-lint-marker-error').length > 0) === arguments[0]", some)


def test_load_edit_and_check(browser, program, shots):
    with Studio(program, {"lock.pml": LOCK, "sub/other.pml": "init { skip }"}, opened="lock.pml") as studio:
        opened(browser, studio)
        expect(lambda: browser.text(".file-name"), "lock.pml")
        expect(lambda: browser.run("return [...document.querySelectorAll('.files > ul .file')].map((f) => f.textContent)"), ["lock.pml", "sub/other.pml"])
        wait_for_errors(browser, False)
        set_text(browser, LOCK.replace("inside--", "insid--"))
        wait_for_errors(browser, True)
        set_text(browser, LOCK)
        wait_for_errors(browser, False)
        same(check(browser), "violated")
        browser.wait_for("return document.querySelector('.failure.here') !== null")
        expect(lambda: browser.text(".failure.here"), "✗ inside == 1 is false: inside is 2")
        # The failing line is marked in the editor, in place of a source pane.
        expect(lambda: browser.text(".cm-line.at-failure").strip(), "assert(inside == 1);")
        expect(lambda: browser.count(".result .source"), 0)
        shots(browser, "check")
        browser.click("[data-action=first]")
        expect(lambda: browser.count(".cm-line.at-failure"), 0)
        expect_that(lambda: browser.run("return location.hash"), lambda hash: "step=0" in hash)
        # A result of another text without reloading, and what is different from the one before.
        set_text(browser, LOCK.replace("inside == 1", "inside >= 1"))
        same(check(browser), "verified")
        expect_that(lambda: browser.text(".comparison"), lambda text: "violated" in text and "verified" in text)


def test_save(browser, program, shots):
    with Studio(program, {"lock.pml": LOCK}, opened="lock.pml") as studio:
        opened(browser, studio)
        expect(lambda: browser.run("return document.querySelector('.bar-top .text-button').disabled"), True)
        set_text(browser, LOCK + "// more\n")
        expect(lambda: browser.text(".bar-top .muted"), "not saved")
        browser.click(".bar-top .text-button")
        browser.wait_for("return document.querySelector('.bar-top .muted').textContent === 'saved'")
        same(studio.read("lock.pml"), LOCK + "// more\n")
        # Somebody else writes to it: it is not overwritten.
        with open(os.path.join(studio.folder, "lock.pml"), "w", encoding="utf-8") as file:
            file.write("init { skip }\n")
        set_text(browser, LOCK)
        browser.click(".bar-top .text-button")
        browser.wait_for("return !document.querySelector('.alert').hidden")
        browser.shows(".alert", "changed on disk")
        same(studio.read("lock.pml"), "init { skip }\n")
        set_text(browser, LOCK + "// more\n")


def test_completion_and_hover(browser, program, shots):
    with Studio(program, {"lock.pml": LOCK}, opened="lock.pml") as studio:
        opened(browser, studio)
        status, text = studio.ask("complete", {"file": "lock.pml", "text": LOCK, "line": 3, "character": 12})
        same(status, 200)
        assert "inside" in [i["label"] for i in json.loads(text)["items"]], text
        browser.run(f"const view = {EDITOR}; view.focus(); const at = view.state.doc.toString().indexOf('inside--'); view.dispatch({{selection: {{anchor: at}}}})")
        browser.type("ins")
        browser.wait_for("return [...document.querySelectorAll('.cm-completionLabel')].some((l) => l.textContent === 'inside')")
        shots(browser, "completion")
        set_text(browser, LOCK)
        same(json.loads(studio.ask("hover", {"file": "lock.pml", "text": LOCK, "line": 0, "character": 6})[1])["contents"]["value"], "```\nbyte inside\n```")


def test_cancel(browser, program, shots):
    with Studio(program, {"long.pml": LONG}, opened="long.pml") as studio:
        opened(browser, studio)
        browser.run("const o = document.querySelector('.options'); o.value = '--symmetry off'; o.dispatchEvent(new Event('change'))")
        browser.click(".primary")
        browser.wait_for("return /[0-9,]+ states, [0-9,]+ a second/.test(document.querySelector('.progress').textContent)")
        shots(browser, "progress")
        browser.click(".bar-top .text-button:not([hidden]):last-of-type")
        browser.wait_for("return document.querySelector('.result .verdict-word')?.textContent === 'incomplete'")
        browser.shows(".result .reason", "interrupted")


def test_options(browser, program, shots):
    with Studio(program, {"long.pml": LONG}, "--time", "2s", opened="long.pml") as studio:
        opened(browser, studio)
        browser.run("const o = document.querySelector('.options'); o.value = '--symetry off'; o.dispatchEvent(new Event('change'))")
        browser.wait_for("return !document.querySelector('.alert').hidden")
        browser.shows(".alert", "did you mean '--symmetry'?")
        browser.run("const o = document.querySelector('.options'); o.value = '--symmetry off --time 1h'; o.dispatchEvent(new Event('change'))")
        browser.wait_for("return document.querySelector('.alert').hidden")
        same(check(browser), "incomplete", "limits of the command line hold: not in an hour, but here and now")
        browser.shows(".result .reason", "time limit")
        expect_that(lambda: browser.run("return location.hash"), lambda hash: "options=--symmetry+off" in hash)


def test_symmetry_in_the_text(browser, program, shots):
    text = LOCK.replace("  inside--", "  if :: _pid == 1 -> skip :: else fi;\n  inside--")
    with Studio(program, {"lock.pml": text}, opened="lock.pml") as studio:
        opened(browser, studio)
        browser.click("#tab-symmetry")
        browser.wait_for("return document.querySelector('.symmetry-panel .structure') !== null")
        expect(lambda: browser.text(".symmetry-panel .structure"), "S2")
        browser.wait_for("return document.querySelector('.breaks-line') !== null")
        browser.shows(".breaks-line", "_pid == 1")
        shots(browser, "symmetry")
        browser.click("#tab-check")
        expect(lambda: browser.count(".breaks-line"), 0)


def test_simulation(browser, program, shots):
    with Studio(program, {"lock.pml": LOCK}, opened="lock.pml") as studio:
        opened(browser, studio)
        browser.click("#tab-simulate")
        browser.wait_for("return document.querySelectorAll('.enabled .step').length === 3")
        expect(lambda: browser.run("return [...document.querySelectorAll('.enabled .process')].map((p) => p.textContent)"), ["visitor(0)", "visitor(1)", "visitor(2)"])
        browser.run("document.querySelector('.simulate-view .expression-input').value = 'inside > 1'")
        browser.run("document.querySelector('.simulate-view form').requestSubmit()")
        browser.click(".enabled .step")
        browser.wait_for("return document.querySelector('.simulate-status').textContent.startsWith('1 step')")
        expect(lambda: browser.text(".watched b"), "0")
        # Ten steps and back again, by keys.
        browser.run("document.querySelector('.enabled .step').focus()")
        for step in range(2, 6):
            browser.run("document.querySelector('.enabled .step').focus()")
            browser.press("1")
            browser.wait_for("return document.querySelector('.simulate-status').textContent.startsWith(arguments[0])", f"{step} steps")
        browser.click("[data-action=walk]")
        browser.wait_for("return document.querySelectorAll('.enabled .step').length === 0 || document.querySelector('.simulate-status .failure') !== null")
        taken = int(expect_that(lambda: browser.text(".simulate-status"), lambda text: int(text.split()[0]) >= 6).split()[0])
        expect_that(lambda: browser.run("return location.hash"), lambda hash: "run=0." in hash)
        shots(browser, "simulation")
        for step in range(taken - 1, -1, -1):
            browser.click("[data-action=undo]")
            browser.wait_for("return document.querySelector('.simulate-status').textContent.startsWith(arguments[0])", f"{step} step" + ("" if step == 1 else "s"))
        expect(lambda: browser.count(".enabled .step"), 3)
        expect(lambda: browser.run("return document.querySelector('[data-action=undo]').disabled"), True)


def test_random_walks_end_at_violations(browser, program, shots):
    """A failing assertion ends a random walk, wherever it is: it is never passed over. By hand one may go on."""
    with Studio(program, {"lock.pml": LOCK}, opened="lock.pml") as studio:
        job = {"file": "lock.pml", "text": LOCK, "options": ""}
        failed = 0
        for seed in range(40):
            start = json.loads(studio.ask("simulate", {**job, "choices": [], "known": 0})[1])
            walk = json.loads(studio.ask("simulate", {**job, "choices": start["choices"], "known": 1, "random": 30, "seed": seed})[1])
            for step in walk["steps"]:
                inside = next((c["value"] for c in step.get("state", []) if c["cell"] == "inside"), "1")
                wrong = any(e["statement"].startswith("assert") for e in step["events"]) and inside != "1"
                assert not wrong or step is walk["steps"][-1], f"seed {seed}: {walk['steps']}"
            failed += "finding" in walk["steps"][-1]
        assert failed > 10, failed
        opened(browser, studio)
        browser.click("#tab-simulate")
        for process in ("visitor(0)", "visitor(1)"):
            browser.wait_for("return [...document.querySelectorAll('.enabled-row')].some((r) => r.textContent.startsWith(arguments[0]))", process)
            browser.run("[...document.querySelectorAll('.enabled-row')].find((r) => r.textContent.startsWith(arguments[0])).querySelector('button').click()", process)
        browser.wait_for("return document.querySelectorAll('.step.wrong').length === 2")
        browser.shows(".enabled", "and continue")
        browser.click(".step.wrong")
        browser.wait_for("return document.querySelector('.simulate-status .failure') !== null")
        browser.shows(".enabled", "Undo takes back")


def test_on_from_a_counterexample(browser, program, shots):
    with Studio(program, {"lock.pml": LOCK}, opened="lock.pml") as studio:
        opened(browser, studio)
        check(browser)
        browser.wait_for("return document.querySelector('.failure.here') !== null")
        browser.click("[data-action=previous]")
        steps = browser.run("return Number(document.querySelector('.slider').value)")
        browser.run("[...document.querySelectorAll('.player button')].find((b) => b.textContent === 'simulate from here').click()")
        browser.wait_for("return document.querySelector('.simulate-status').textContent.startsWith('continued from the counterexample')")
        browser.shows(".simulate-status", f"{steps} step")
        expect_that(lambda: browser.count(".enabled .step.wrong"), lambda count: count >= 1, "the assertion can fail here")
        browser.click(".enabled .step.wrong")
        browser.wait_for("return document.querySelector('.simulate-status .failure') !== null")
        browser.shows(".simulate-status", "assertion violated")
        # The address brings it back.
        there = browser.run("return location.href")
        browser.visit("about:blank")
        browser.visit(there)
        browser.wait_for("return document.querySelector('.simulate-status .failure') !== null")
        browser.shows(".simulate-status", "continued from the counterexample")


def test_examples(browser, program, shots):
    with Studio(program, {}) as studio:
        opened(browser, studio)
        expect(lambda: browser.text(".file-name"), "example: lock.pml", "an empty folder begins with an example")
        same(check(browser), "violated")
        names = "return [...document.querySelectorAll('.files details .file')].map((f) => f.textContent)"
        for name, verdict in [("mcrl2/abp.mcrl2", "verified"), ("b/Lock.mch", "violated"), ("resource_allocator_1_2.pml", "verified")]:
            expect_that(lambda: browser.run(names), lambda shown: name in shown)
            browser.run("[...document.querySelectorAll('.files details .file')].find((f) => f.textContent === arguments[0]).click()", name)
            browser.wait_for("return document.querySelector('.file-name').textContent.endsWith(arguments[0])", name)
            browser.wait_for("return document.querySelectorAll('.cm-lint-marker-error').length === 0")
            same(check(browser), verdict, name)
            browser.click("#tab-simulate")
            browser.wait_for("return document.querySelectorAll('.enabled .step').length > 0")
            browser.click("#tab-check")


def test_hostile_names(browser, program, shots):
    with open(os.path.join(MODELS, "hostile_names.pml"), encoding="utf-8") as file:
        text = file.read()
    name = "<img src=x onerror=alert(1)>.pml"
    with Studio(program, {name: text}, opened=name) as studio:
        opened(browser, studio)
        same(check(browser), "violated")
        browser.wait_for("return document.querySelector('.failure.here') !== null")
        for step in range(browser.run("return Number(document.querySelector('.slider').max)") + 1):
            browser.run("const s = document.querySelector('.slider'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))", step)
        browser.click("#tab-symmetry")
        browser.wait_for("return document.querySelector('.symmetry-panel .card') !== null")
        browser.click("#tab-simulate")
        browser.wait_for("return document.querySelectorAll('.enabled .step').length > 0")
        browser.click("[data-action=walk]")
        browser.wait_for("return Number.parseInt(document.querySelector('.simulate-status').textContent) > 2")
        expect(lambda: browser.run("return window.escaped ?? null"), None)
        expect(lambda: browser.count("img"), 0)
        # A watched name is never looked up in anything but the state.
        browser.run("document.querySelector('.simulate-view .expression-input').value = 'constructor == __proto__'")
        browser.run("document.querySelector('.simulate-view form').requestSubmit()")
        expect(lambda: browser.count(".watched li"), 1)


def test_two_tabs(browser, program, shots):
    with Studio(program, {"long.pml": LONG, "lock.pml": LOCK}, opened="long.pml") as studio:
        opened(browser, studio)
        first = browser.tab()
        browser.run("const o = document.querySelector('.options'); o.value = '--symmetry off'; o.dispatchEvent(new Event('change'))")
        browser.click(".primary")
        browser.wait_for("return document.querySelector('.progress').textContent.includes('a second')")
        browser.new_tab()
        browser.visit(studio.address + "#file=lock.pml")
        browser.wait_for("return document.querySelector('.cm-content')?.textContent.length > 0")
        browser.click(".primary")
        browser.wait_for("return !document.querySelector('.alert').hidden")
        browser.shows(".alert", "another check is running")
        # All else goes on, and each tab has a run of its own.
        browser.click("#tab-simulate")
        browser.wait_for("return document.querySelectorAll('.enabled .step').length === 3")
        second = browser.tab()
        browser.switch(first)
        expect(lambda: browser.text(".file-name"), "long.pml")
        browser.switch(second)
        # A page that is closed takes its check along.
        browser.switch(first)
        browser.close_tab(second)
        browser.click("#tab-check")

        def verdict():
            browser.click(".primary")  # refused until the other check has ended
            time.sleep(0.2)
            return browser.text(".result .verdict-word")
        expect(verdict, "violated")
        expect(lambda: browser.text(".file-name"), "lock.pml")


def test_killed_server(browser, program, shots):
    with Studio(program, {"lock.pml": LOCK}, opened="lock.pml") as studio:
        opened(browser, studio)
        studio.process.kill()
        studio.process.wait()
        browser.click(".primary")
        browser.wait_for("return !document.querySelector('.alert').hidden")
        browser.shows(".alert", "has ended")
        expect(lambda: browser.run("return document.querySelector('.primary').disabled"), False)
        browser.complaints()  # the browser's own, of a connection that is refused


def test_255_processes(browser, program, shots):
    with open(os.path.join(MODELS, "crowd.pml"), encoding="utf-8") as file:
        text = file.read()
    with Studio(program, {"crowd.pml": text}, opened="crowd.pml") as studio:
        opened(browser, studio)
        same(check(browser), "violated")
        browser.wait_for("return document.querySelector('.failure.here') !== null")
        expect(lambda: browser.run("return Number(document.querySelector('.slider').max)"), 256)
        browser.click("#tab-simulate")
        browser.wait_for("return document.querySelectorAll('.enabled .step').length > 200")
        shots(browser, "crowd")
        browser.run("const f = document.querySelector('.filter'); f.value = 'visitor(17)'; f.dispatchEvent(new Event('input'))")
        expect(lambda: browser.count(".enabled .step"), 1)
        browser.click(".enabled .step")
        browser.wait_for("return document.querySelector('.simulate-status').textContent.startsWith('1 step')")


def test_refusals(browser, program, shots):
    secret = os.path.join(tempfile.gettempdir(), f"secret{os.getpid()}.h")
    with open(secret, "w", encoding="utf-8") as file:
        file.write("byte secret = 42;\n")
    with Studio(program, {"lock.pml": LOCK, "notes.txt": "private"}, opened="lock.pml") as studio:
        os.symlink(secret, os.path.join(studio.folder, "link.h"))
        own = f"http://{studio.host}"
        page = f"/{studio.token}/"
        same(studio.request("GET", page)[0], 200)
        policy = studio.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy, policy
        same(studio.request("GET", "/")[0], 403)
        same(studio.request("GET", f"/{'0' * 32}/")[0], 403, "another token")
        same(studio.request("GET", page, Host="evil.example")[0], 403, "another name for this machine")
        same(studio.request("GET", page, Origin="http://evil.example")[0], 403)
        same(studio.ask("folder", {}, Origin="http://evil.example")[0], 403)
        same(studio.ask("folder", {}, Origin=None)[0], 403)
        same(studio.ask("folder", {}, Content_Type="text/plain")[0], 403, "what a form can send")
        same(studio.ask("folder", {}, Sec_Fetch_Site="cross-site")[0], 403)
        same(studio.request("DELETE", page)[0], 403)
        same(studio.ask("folder", b"not json")[0], 400)
        same(studio.ask("nothing", {})[0], 404)
        same(studio.request("GET", page + "../../etc/passwd")[0], 404)
        for file in ["../x.pml", "/etc/passwd", "notes.txt", "link.h", "", "a/../../x.pml", secret]:
            same(studio.ask("open", {"file": file})[0], 404, file)
            same(studio.ask("save", {"file": file, "text": "x", "digest": ""})[0], 409, file)
        with open(secret, encoding="utf-8") as file:
            same(file.read(), "byte secret = 42;\n")
        # A model cannot have it read either.
        for included in [secret, "link.h", "../" * 20 + secret]:
            status, text = studio.ask("analyse", {"file": "lock.pml", "text": f'#include "{included}"\n{LOCK}'})
            same(status, 200)
            assert "outside the folder" in text and "42" not in text, text
        status, text = studio.ask("check", {"file": "lock.pml", "text": f'#include "{secret}"\n{LOCK}'})
        assert "outside the folder" in text and "42" not in text, text
        status, text = studio.ask("check", {"file": "lock.pml", "text": LOCK, "options": f"--symmetry rules --rules {secret}"})
        assert "outside the folder" in text, text
        # Nor does it listen elsewhere.
        listening = subprocess.run(["ss", "-ltnH"], capture_output=True, text=True, check=False).stdout if shutil.which("ss") else ""
        for line in listening.splitlines():
            if line.split()[3].endswith(":" + studio.host.split(":")[1]):
                same(line.split()[3], studio.host)
    os.remove(secret)


def test_keyboard_and_contrast(browser, program, shots):
    with Studio(program, {"lock.pml": LOCK}, opened="lock.pml") as studio:
        opened(browser, studio)
        browser.run(f"({EDITOR}).focus()")
        keys = [{"type": "keyDown", "value": CONTROL}, {"type": "keyDown", "value": "\ue007"}, {"type": "keyUp", "value": "\ue007"}, {"type": "keyUp", "value": CONTROL}]
        browser.call("POST", browser.session + "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": keys}]})
        browser.wait_for("return document.querySelector('.result .verdict-word')?.textContent === 'violated'")
        browser.run("document.querySelector('#tab-check').focus()")
        browser.press("\ue014")
        expect(lambda: browser.run("return document.activeElement.id"), "tab-symmetry")
        browser.press("\ue014")
        expect(lambda: browser.run("return document.activeElement.id"), "tab-simulate")
        browser.wait_for("return document.querySelectorAll('.enabled .step').length === 3")
        unnamed = lambda: browser.run("return [...document.querySelectorAll('button, input, select, [role=tab]')].filter((e) => !(e.textContent.trim() || e.getAttribute('aria-label') || e.closest('label'))).map((e) => e.outerHTML)")
        expect(unnamed, [])
        try:
            for scheme in ("light", "dark"):
                browser.chrome("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
                for tab in ("check", "symmetry", "simulate"):
                    browser.click(f"#tab-{tab}")
                    browser.wait_for("return document.querySelector(arguments[0]) !== null", f"#panel-{tab} h3")
                    expect(lambda: browser.hard_to_read(), [], f"{tab}, {scheme}")
                    expect_that(lambda: axe.violations(browser), lambda found: not found, f"{tab}, {scheme}")
        finally:
            browser.chrome("Emulation.setEmulatedMedia", {"features": []})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--screenshots")
    parser.add_argument("--only", default="")
    parser.add_argument("--slower", type=float, default=1, help="pages run on a processor that is so many times slower")
    options = parser.parse_args()
    refuse_races(__file__)
    program = os.path.abspath(options.program)
    tests = [(n, t) for n, t in globals().items() if n.startswith("test_") and options.only in n]
    passed = failed = 0

    def shots(browser, name):
        if options.screenshots:
            os.makedirs(options.screenshots, exist_ok=True)
            browser.screenshot(os.path.join(options.screenshots, f"studio_{name}.png"), whole=False)

    with Browser(width=1500, height=950, slower=options.slower) as browser:
        for name, test in tests:
            try:
                test(browser, program, shots)
                complaints = [c for c in browser.complaints() if not re.search(r"api/\w+ - Failed to load resource|ERR_", c)]
                same(complaints, [], "console")
                passed += 1
            except Exception:
                failed += 1
                print(f"FAIL {name}")
                traceback.print_exc()
                if options.screenshots:
                    browser.screenshot(os.path.join(options.screenshots, f"studio_fail_{name}.png"), whole=False)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
