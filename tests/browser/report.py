#!/usr/bin/env python3
"""Looks at pages of results in a real browser: clicks, keys, what the document then holds, and its console.

    report.py --program build/release/src/cli/quotient [--screenshots FOLDER] [--only WORD] [--slower N]

Ends with "N passed, M failed".
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import traceback

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import axe  # noqa: E402
from races import refuse_races  # noqa: E402
from waiting import expect, expect_that, same  # noqa: E402
from webdriver import Browser  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LOCK_SERVER = os.path.join(HERE, "models", "lock_server.pml")
RIGHT, HOME, END, TAB, ENTER, DOWN, ESCAPE = "\ue014", "\ue011", "\ue010", "\ue004", "\ue007", "\ue015", "\ue00c"

STEP = "return Number(document.querySelector('.slider').value)"
MARKED = "return document.querySelector('.line.marked')?.dataset.line ?? null"


class Pages:
    """Makes pages, each once."""

    def __init__(self, program, folder):
        self.program, self.folder, self.made = program, folder, {}

    def check(self, name, *arguments):
        if name not in self.made:
            path = os.path.join(self.folder, name + ".html")
            done = subprocess.run([self.program, "check", *arguments, "--html", path, "--quiet"], cwd=ROOT,
                                  capture_output=True, text=True, timeout=600)
            assert done.returncode in (0, 1, 3), done.stderr
            self.made[name] = path
        return self.made[name]

    def report(self, name, result):
        """A page of a result that is given, by `quotient report`."""
        source, path = (os.path.join(self.folder, name + ending) for ending in (".json", ".html"))
        with open(source, "w", encoding="utf-8") as file:
            json.dump(result, file)
        subprocess.run([self.program, "report", source, "-o", path], check=True, timeout=600)
        return path

    def lock_server(self):
        return self.check("lock_server", LOCK_SERVER)


def go(browser, step):
    """To a step, by the slider, as a script would; the clicks are tried elsewhere. A page goes to its last step first."""
    expect_that(lambda: browser.text(".step-label"), lambda label: label != "", "a step is shown")
    browser.run("const s = document.querySelector('.slider'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))", step)
    expect(lambda: browser.run(STEP), step)


def drawn(browser):
    """A page with a counterexample shows its last step in the first frame; others have nothing to wait for."""
    browser.wait_for("const label = document.querySelector('.step-label'); return label === null || label.textContent !== ''")


def last_step(browser):
    """Of the run that is shown, when it is shown."""
    expect_that(lambda: browser.text(".step-label"), lambda label: label != "", "a step is shown")
    return browser.run("return Number(document.querySelector('.slider').max)")


def test_verdict_and_figures(browser, pages):
    browser.open(pages.lock_server())
    expect(lambda: browser.text("h1 .verdict-word"), "violated")
    expect(lambda: browser.text("h1 .model-name"), "lock_server.pml")
    browser.shows(".reason", "assertion violated: (inside <= 1)")
    figures = expect_that(lambda: browser.run("return Object.fromEntries([...document.querySelectorAll('.figure')].map((f) => "
                                              "[f.querySelector('dt').textContent, f.querySelector('dd').firstChild.textContent]))"),
                          lambda f: sorted(f) == ["depth", "memory", "states", "symmetry", "time", "transitions"])
    same(figures["symmetry"], "S3")
    expect(lambda: browser.run("return [...document.querySelectorAll('main h2')].map((h) => h.textContent)"),
           ["Counterexample", "Symmetry", "State graph", "Growth of the search"])


def test_text_of_the_model_stays_text(browser, pages):
    browser.open(pages.lock_server())
    go(browser, 1)
    expect(lambda: browser.run("return window.escaped ?? null"), None)
    expect(lambda: browser.count("img"), 0)
    browser.shows(".source-body", "</script><script>")
    outputs = set()
    for step in range(last_step(browser) + 1):
        go(browser, step)
        outputs.add(browser.text(".output"))
    assert any(text and text.startswith("<b>client</b>") for text in outputs), outputs


def test_nothing_is_fetched(browser, pages):
    browser.open(pages.lock_server())
    expect(lambda: browser.run("return performance.getEntriesByType('resource').map((e) => e.name)"), [])
    expect(lambda: browser.run("return location.protocol"), "file:")


def test_slider_buttons_and_source(browser, pages):
    browser.open(pages.lock_server())
    browser.wait_for("return document.querySelector('.line.marked') !== null")
    last = last_step(browser)
    expect(lambda: browser.run(STEP), last, "the step that fails is shown")
    expect(lambda: browser.run(MARKED), "16", "the assertion")
    browser.click("[data-action=first]")
    browser.click("[data-action=next]")
    expect(lambda: browser.run(MARKED), "12", "the line of a request")
    browser.click("[data-action=next]")
    browser.click("[data-action=next]")
    expect(lambda: browser.run(STEP), 3)
    expect(lambda: browser.run(MARKED), "25", "the line where it is received, after two requests")
    expect(lambda: browser.text(".step-label")[:9], "step 3 of")
    browser.click("[data-action=previous]")
    expect(lambda: browser.run(STEP), 2)
    browser.click("[data-action=last]")
    expect(lambda: browser.run(STEP), last)
    expect(lambda: browser.run(MARKED), "16", "the assertion")
    browser.click("[data-action=first]")
    expect(lambda: browser.run(STEP), 0)
    browser.click_at(".slider", 0.5)
    expect_that(lambda: browser.run(STEP), lambda middle: last * 0.3 < middle < last * 0.7)


def test_why_it_fails(browser, pages):
    browser.open(pages.lock_server())
    browser.wait_for("return document.querySelector('.failure.here') !== null")
    expect(lambda: browser.text(".failure"), "✗ inside <= 1 is false: inside is 2")
    expect(lambda: browser.count(".line.failing"), 1)
    expect_that(lambda: browser.text(".chart-drawing .statement.failing"), lambda text: text.startswith("assert(inside <="))
    browser.click("[data-action=previous]")
    expect(lambda: browser.text(".failure"), "", "only the last step fails")
    expect(lambda: browser.count(".line.failing"), 0)
    # Where everybody is, also where nothing is blocked.
    expect(lambda: browser.text(".blocked h3"), "Where the processes are in the last state")
    browser.shows(".blocked", "assert(inside <= 1)")


def test_why_it_fails_with_constants(browser, pages):
    """Macros of the text are constants, those of the command line before them; predicates of B are evaluated as B."""
    path = model_file(pages, "limited.pml", "#ifndef K\n#define K 9\n#endif\n#define LEAST (K - 1)\nbyte n;\nactive proctype p() { n = 7; assert(n < LEAST) }\n")
    browser.open(pages.check("limited", path, "-D", "K=3"))
    browser.wait_for("return document.querySelector('.failure.here') !== null")
    expect(lambda: browser.text(".failure"), "✗ n < LEAST is false: n is 7, K is 3")
    expect(lambda: browser.text("footer code"), f"quotient check {path} -D K=3")
    browser.open(pages.check("machine", "examples/b/Lock.mch"))
    browser.wait_for("return document.querySelector('.failure.here') !== null")
    expect_that(lambda: browser.text(".failure"),
                lambda text: re.fullmatch(r"✗ card\(writers\) <= 1 is false: writers is \{Process\d,Process\d\}", text))
    browser.run("document.querySelector('.steps-details').open = true; const i = document.querySelector('.expression-input'); i.value = 'card(writers) + 1'; i.form.requestSubmit()")
    expect(lambda: browser.run("return [...document.querySelectorAll('.steps-table tbody tr')].map((r) => r.cells[2].textContent)"), ["1", "2", "3"])


def test_runs_of_formulas_in_the_graph(browser, pages):
    """The run that violates a formula is drawn in the graph of the model alone, and comes back to where its cycle begins."""
    for name, arguments in (("claims_in_graph", ("examples/peterson_formulas.pml",)), ("no_progress", ("examples/lock.pml", "--property", "progress")),
                            ("machine_run", ("examples/b/LiftImpatient.mch",)), ("actions_formula", ("examples/mcrl2/abp.mcrl2", "--ltl", "F (s4(d1))"))):
        browser.open(pages.check(name, *arguments))
        browser.wait_for("return document.querySelectorAll('.state.on-way').length > 0")
        here = "return [...document.querySelectorAll('.state.here')].map((s) => s.dataset.state)"
        end = expect_that(lambda: browser.run(here), lambda states: len(states) > 0)
        result = browser.run("return JSON.parse(document.getElementById('result').textContent).violations[0]")
        go(browser, result["cycle"]["start"])
        expect(lambda: browser.run(here), end, name)


def test_large_diagrams_are_folded(browser, pages):
    """Thirty clients in a star cannot be read side by side: one vertex for all of them."""
    browser.open(pages.check("many", "tests/browser/models/many_clients.pml"))
    expect_that(lambda: browser.run("return [...document.querySelectorAll('.diagram .vertex text')].map((t) => t.textContent)"),
                lambda names: "client × 30" in names and len(names) < 6)
    # A ring of nine fits, drawn so small as it must be, and nothing of it is cut off.
    text = "chan c[5] = [1] of { byte };\nactive [5] proctype node() { byte x; do :: c[(_pid + 1) % 5]!1 :: c[_pid]?x od }\n"
    browser.open(pages.check("ring", model_file(pages, "ring.pml", text)))
    expect_that(lambda: browser.count(".diagram .vertex"), lambda count: count >= 9)
    expect(lambda: browser.run("const s = document.querySelector('.diagram-scroll'); return s.scrollWidth <= s.clientWidth"), True)


def test_links_to_a_step(browser, pages):
    browser.visit("about:blank")
    browser.visit("file://" + pages.lock_server() + "#step=2")
    browser.wait_for("return document.querySelector('.line.marked') !== null")
    expect(lambda: browser.run(STEP), 2)
    browser.click("[data-action=next]")
    expect(lambda: browser.run("return location.hash"), "#step=3")
    browser.click(".contents a")
    expect(lambda: browser.run("return location.hash"), "#step=3", "a link to a section does not forget it")
    browser.visit("about:blank")
    browser.visit("file://" + pages.lock_server() + "#step=99999&violation=<b>")
    browser.wait_for("return document.querySelector('.failure.here') !== null")


# The values of the column of an expression in the table of steps.
COLUMN = """const at = [...document.querySelectorAll('.steps-table thead th')].findIndex((h) => h.textContent === arguments[0]);
return [...document.querySelectorAll('.steps-table tbody tr')].map((r) => r.children[at].textContent)"""


def test_table_of_steps(browser, pages):
    browser.open(pages.lock_server())
    browser.wait_for("return document.querySelector('.failure.here') !== null")
    browser.click(".steps-details summary")
    last = last_step(browser)
    # The table is filled when the browser says that it was opened, which it does some time after the click.
    expect(lambda: browser.count(".steps-table tbody tr"), last + 1)
    expect_that(lambda: browser.run("return [...document.querySelectorAll('.steps-table thead th')].map((h) => h.textContent)"),
                lambda heads: heads[:2] == ["step", "statement"] and "inside" in heads and "server" in heads)
    for expression, values in [("inside + 1 == 3 && !(inside < 2)", {"0", "1"}), ("inside % 0", {"?"}), ("nobody", {"?"}), ("(", {"?"}), ("constructor", {"?"})]:
        browser.run("document.querySelector('.expression-input').value = arguments[0]; document.querySelector('.expression-form').requestSubmit()", expression)
        column = expect_that(lambda: browser.run(COLUMN, expression), lambda found: set(found) == values, expression)
        if values == {"0", "1"}:
            same(column[-1], "1")
    browser.run("document.querySelector('.steps-table [data-step=\"2\"] button').click()")
    expect(lambda: browser.run(STEP), 2)
    expect(lambda: browser.run("return document.querySelector('.steps-table tr.current').dataset.step"), "2")


def test_walk_through_the_graph(browser, pages):
    browser.open(pages.lock_server())
    browser.run("document.querySelector('.graph-canvas').scrollIntoView()")
    browser.run("document.querySelector('.graph-canvas').focus()")
    browser.press(ENTER)
    browser.wait_for("return document.querySelector('.state-facts strong')?.textContent === 'state 0'")
    walked = ["state 0"]
    for length in range(1, 5):
        browser.run("document.querySelector('.walk-step').click()")
        expect(lambda: browser.text(".walk-back"), f"back to {walked[-1]}", f"walk of {length}")
        walked.append(browser.text(".state-facts strong"))
    assert len(set(walked)) > 2, walked
    for before in reversed(walked[:-1]):
        browser.run("document.querySelector('.walk-back').click()")
        expect(lambda: browser.text(".state-facts strong"), before)
    expect(lambda: browser.count(".walk-back"), 0)


def test_values_that_changed(browser, pages):
    browser.open(pages.lock_server())
    go(browser, 1)
    expect_that(lambda: browser.run("return [...document.querySelectorAll('.changes tr')].map((r) => r.textContent)"),
                lambda changes: len(changes) == 1 and changes[0].startswith("server[]→[request,"))
    expect(lambda: browser.run("return document.querySelector('.cells tr.changed th').textContent"), "server")
    # What the page computes from the changes is what the program says of the last state.
    with open(os.path.join(pages.folder, "lock.json"), "wb") as file:
        subprocess.run([pages.program, "check", LOCK_SERVER, "--json", "-"], stdout=file, timeout=600)
    with open(os.path.join(pages.folder, "lock.json"), encoding="utf-8") as file:
        last = json.load(file)["violations"][0]["trace"][-1]["state"]
    browser.click("[data-action=last]")
    expect(lambda: browser.run("return [...document.querySelectorAll('.cells tr')].map((r) => [...r.children].map((c) => c.textContent))"),
           [[c["cell"], c["value"]] for c in last])


def test_next_message(browser, pages):
    browser.open(pages.lock_server())
    # Two requests, received and granted. The last of them is a step of its own: from there the button leads nowhere.
    result = browser.run("return JSON.parse(document.getElementById('result').textContent).violations[0]")
    messages = [t["step"] for t in result["trace"] if any(e.get("messages") for e in t["events"])]
    same((len(messages), messages[0]), (6, 1))
    last_step(browser)
    browser.click("[data-action=first]")
    for step in [*messages, messages[-1]]:
        browser.click("[data-action=message]")
        expect(lambda: browser.run(STEP), step)


def test_play(browser, pages):
    """Of a run so long that it cannot come to its end before it is paused, however slow the machine."""
    browser.open(pages.report("long", long_result(10_000, 300)))
    last_step(browser)
    browser.click("[data-action=first]")
    browser.click("[data-action=play]")
    label = "return document.querySelector('[data-action=play]').getAttribute('aria-label')"
    expect(lambda: browser.run(label), "pause")
    expect_that(lambda: browser.run(STEP), lambda step: step >= 2)
    browser.click("[data-action=play]")
    expect(lambda: browser.run(label), "play")


def test_chart(browser, pages):
    browser.open(pages.lock_server())
    go(browser, 1)
    expect_that(lambda: browser.count(".chart .message"), lambda count: count > 0)
    expect_that(lambda: browser.run("return [...document.querySelectorAll('.lane span')].map((l) => l.textContent)"),
                lambda lanes: len(lanes) == 3 and lanes[-1] == "keeper(3)")
    expect(lambda: browser.count(".lane.active"), 1)
    expect(lambda: browser.count(".message.handshake"), 2)
    expect(lambda: browser.count(".message.open"), 0, "all messages arrive")
    expect_that(lambda: browser.run("return [...document.querySelectorAll('.message text')].map((t) => t.textContent)"),
                lambda labels: any(label.startswith("server!request") for label in labels))
    # A click into the row of step 3.
    browser.click_at(".chart-canvas", 0.3, (3 * 34 + 17) / browser.run("return document.querySelector('.chart-canvas').clientHeight"))
    expect(lambda: browser.run(STEP), 3)
    # A handshake is a step of two; which of equally short runs is shown does not matter.
    share = browser.run("const y = Number(document.querySelector('.message.handshake line').getAttribute('y1'));"
                        "return y / document.querySelector('.chart-canvas').clientHeight")
    browser.click_at(".chart-canvas", 0.3, share)
    # The chart is drawn with the next frame.
    browser.wait_for("return document.querySelectorAll('.lane.active').length === 2")


def test_keys(browser, pages):
    browser.open(pages.lock_server())
    last = last_step(browser)
    browser.click("h1")
    browser.press(HOME)
    expect(lambda: browser.run(STEP), 0)
    browser.press(RIGHT)
    browser.press("m")
    expect(lambda: browser.run(STEP), 2)
    browser.press(END)
    expect(lambda: browser.run(STEP), last)
    # Every control can be reached with the tabulator.
    browser.run("document.activeElement.blur(); window.scrollTo(0, 0)")
    reached = set()
    for _ in range(40):
        browser.press(TAB)
        reached.add(browser.run("const e = document.activeElement; return e.dataset.action ?? e.classList[0] ?? e.tagName"))
    assert {"play", "message", "slider", "chart", "source", "values", "generator", "graph-canvas"} <= reached, reached


def test_symmetry(browser, pages):
    browser.open(pages.lock_server())
    browser.shows(".group-order", "S3")
    expect(lambda: browser.run("return [...document.querySelectorAll('.orbit-row')].map((r) => r.textContent)"),
           ["client(0)client(1)client(2)", "reply[0]reply[1]reply[2]"])
    hues = expect_that(lambda: browser.run("return [...document.querySelectorAll('.vertex')].filter((v) => v.textContent.includes('client('))"
                                           ".map((v) => [v.querySelector('text').textContent, v.style.getPropertyValue('--hue')]).sort()"),
                       lambda found: [name for name, _ in found] == ["client(0)", "client(1)", "client(2)"])
    assert hues[0][1] == hues[1][1] == hues[2][1] != "", hues
    expect(lambda: browser.count(".links > g"), 10, "who talks over which channel")
    browser.point_at(".generator")
    expect(lambda: browser.count(".vertex.moved"), 4)
    expect(lambda: browser.count(".ways path"), 4)
    expect(lambda: browser.count(".chip.moved"), 4)
    browser.point_at("h1")
    expect(lambda: browser.count(".vertex.moved"), 0)


def test_graph(browser, pages):
    browser.open(pages.check("lock", "examples/lock.pml"))
    expect(lambda: browser.run("return [...document.querySelectorAll('.graph-panel')].map((p) => p.querySelectorAll('.state').length)"), [88, 360])
    expect_that(lambda: browser.count(".graph-panel:nth-child(1) .on-way"), lambda count: count > 3)
    go(browser, 3)
    expect(lambda: browser.count(".graph-panel:nth-child(1) .here"), 1)
    expect(lambda: browser.count(".graph-panel:nth-child(2) .here"), 1)
    # Every orbit is highlighted whole: 360 states in 88 orbits, each a divisor of the order of the group.
    browser.click(".graph-panel:nth-child(1) .state[data-state='1']")
    expect(lambda: browser.count(".graph-panel:nth-child(1) .pointed"), 1)
    mates = expect(lambda: browser.count(".graph-panel:nth-child(2) .orbit-mate"), 3)
    browser.shows(".state-facts", f"in an orbit of {mates} states")
    expect_that(lambda: (browser.count(".state-facts .cell"), browser.count(".state-facts .step-list li")), all)
    browser.shows(".state-facts .cell-list", "visitor(0) = lock.pml:")
    browser.point_at("h1")
    expect(lambda: browser.count(".graph-panel:nth-child(2) .orbit-mate"), 3, "a state that was clicked stays chosen")
    browser.click(".graph-panel:nth-child(2) .state[data-state='2']")
    expect(lambda: browser.count(".graph-panel:nth-child(1) .orbit-mate"), 1)
    box = browser.run("return document.querySelector('.graph-drawing').getAttribute('viewBox')")
    browser.click(".graph-panel:nth-child(1) [aria-label=enlarge]")
    expect_that(lambda: browser.run("return document.querySelector('.graph-drawing').getAttribute('viewBox')"), lambda now: now != box)
    browser.run("document.querySelector('.graph-canvas').focus()")
    browser.press(ESCAPE)
    browser.press(DOWN)
    browser.press(ENTER)
    expect_that(lambda: browser.text(".state-facts"), lambda text: text.startswith("state "))
    total = lambda: browser.run("const panels = document.querySelectorAll('.graph-panel'); let sum = 0;"
                                "for (const s of panels[0].querySelectorAll('.state')) {"
                                " s.dispatchEvent(new MouseEvent('click', {bubbles: true}));"
                                " sum += panels[1].querySelectorAll('.orbit-mate').length; } return sum")
    expect(total, 360, "orbits together are all states")


def test_graphs_that_are_too_large(browser, pages):
    browser.open(pages.check("half", "examples/simple_mutex.pml", "-D", "N=10"))
    expect(lambda: browser.count(".graph-panel"), 1)
    expect(lambda: browser.text("#graph .remark"), "Not drawn without symmetry: there are more than 2,000 states.")
    browser.click(".graph-panel .state[data-state='1']")
    # The size of its orbit is not known.
    expect_that(lambda: browser.text(".state-facts"),
                lambda text: text.startswith("state 1 of the graph up to symmetry") and "orbit of" not in text)
    browser.open(pages.check("none", "examples/peterson.pml", "-D", "N=5"))
    expect(lambda: browser.count(".graph-panel"), 0)
    expect(lambda: browser.text("#graph .remark"), "Not drawn: there are more than 2,000 states.")


def test_never_reached(browser, pages):
    """What the terminal lists, and no more: the end of a loop that is never left is no news."""
    browser.open(pages.check("verified", "examples/lock.pml", "-D", "FIXED"))
    expect(lambda: browser.count("#notes"), 0)
    model = os.path.join(pages.folder, "unreached.pml")
    with open(model, "w", encoding="utf-8") as file:
        file.write("byte x;\nactive proctype p() {\n  if\n  :: x == 1 -> x = 2\n  :: else\n  fi\n}\n")
    browser.open(pages.check("unreached", model))
    browser.shows("#notes", "never reached: p, x = 2 unreached.pml:4")#notes")


def model_file(pages, name, text):
    path = os.path.join(pages.folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def test_who_is_blocked(browser, pages):
    """The terminal named them, the page did not."""
    model = model_file(pages, "blocked.pml", "chan c = [0] of { byte };\nactive [2] proctype p() { byte x; c?x }\n")
    browser.open(pages.check("blocked", model))
    rows = lambda: browser.run("return [...document.querySelectorAll('.blocked tbody tr')].map((r) => r.textContent)")
    expect(rows, ["p(0)blocked.pml:2c?x", "p(1)blocked.pml:2c?x"])
    specification = os.path.join(ROOT, "tests/cli/models/stuck.mcrl2")
    browser.open(pages.check("blocked_specification", specification))
    rows = lambda: browser.run("return [...document.querySelectorAll('.blocked tbody tr')].map((r) => r.lastChild.textContent)")
    expect(rows, ["r1(1)", "r2(2)"])


def test_vacuous_formulas(browser, pages):
    browser.open(pages.check("vacuous", "tests/cli/models/vacuous.pml"))
    browser.shows(".cautions", "is vacuously true: its condition is never met")
    browser.shows("#notes", "is vacuously true: its condition is never met")#notes")


def test_states_that_were_not_expanded(browser, pages):
    browser.open(pages.check("cut", "examples/german.pml", "--max-states", "100"))
    browser.shows("#notes", "not expanded when the search ended")#notes")


def test_assumed_sizes(browser, pages):
    browser.open(pages.check("assumed", "tests/cli/models/office.mch"))
    browser.shows(".reason", "PERSON = 2, assumed; try --set PERSON=3")
    browser.open(pages.check("formulas", "tests/cli/models/timed.mch"))
    browser.shows(".cautions", "ASSERT_LTL is not checked")


def test_every_remark_is_drawn(browser, pages):
    """Also of a kind that the page does not know yet."""
    kinds = ["assumed_size", "assumed_integers", "not_checked", "vacuous", "unexpanded", "blocked", "unreached",
             "approximate_store", "lost_orbits", "claim_without_symmetry", "caution", "text_warning", "of_tomorrow"]
    remark = {"at": None, "bears_on_verdict": False, "expected": False, "data": {}}
    result = {"tool": "quotient", "version": "1", "model": "m.pml", "language": "promela", "verdict": "verified", "reason": "",
              "states": 1, "transitions": 1, "max_depth": 0, "violations": [],
              "remarks": [{**remark, "kind": kind, "message": f"words of {kind}"} for kind in kinds]}
    browser.open(pages.report("remarks", result))
    for kind in kinds:
        browser.shows("#notes", f"words of {kind}")


def test_growth(browser, pages):
    browser.open(pages.check("peterson", "examples/peterson.pml"))
    expect(lambda: browser.text("h1 .verdict-word"), "verified")
    expect(lambda: browser.run("return [...document.querySelectorAll('.growth strong')].map((s) => s.textContent)"), ["States in each level", "Frontier", "Memory"])
    browser.point_at(".growth-chart")
    expect_that(lambda: browser.text(".readout"), lambda text: text.startswith("level "))
    expect(lambda: browser.count("#counterexample"), 0)
    expect_that(lambda: browser.count("#model .line"), lambda count: count > 40)
    expect(lambda: browser.count(".state"), 370 + 1943)


def test_cycle(browser, pages):
    browser.open(pages.check("progress", "examples/lock.pml", "--property", "progress"))
    browser.wait_for("return document.querySelector('.cycle-mark') !== null")
    browser.shows(".reason", "a cycle of")
    expect_that(lambda: browser.count("line.cycle"), lambda count: count > 3)


def test_claim(browser, pages):
    model = os.path.join(pages.folder, "claim.pml")
    with open(model, "w", encoding="utf-8") as file:
        file.write("byte x;\nactive proctype p() { do :: x = 1 - x od }\nltl settles { <>[] (x == 1) }\n")
    browser.open(pages.check("claim", model))
    expect(lambda: browser.text("h1 .verdict-word"), "violated")
    browser.shows("#notes .claims", "settles")
    browser.wait_for("return document.querySelector('.cycle-mark') !== null")


def test_propositions(browser, pages):
    """A violated formula: which of its propositions hold in which state of the run."""
    model = os.path.join(pages.folder, "claim.pml")
    with open(model, "w", encoding="utf-8") as file:
        file.write("byte x;\nactive proctype p() { do :: x = 1 - x od }\nltl settles { <>[] (x == 1) }\n")
    browser.open(pages.check("claim", model))
    browser.wait_for("return document.querySelector('.propositions .current') !== null")
    expect(lambda: browser.text(".propositions tbody th"), "(x == 1)")
    steps = last_step(browser) + 1
    expect(lambda: browser.run("return [...document.querySelectorAll('.propositions tbody td')].map((d) => d.textContent)"), ["true" if step % 2 == 1 else "false" for step in range(steps)], "x is 0 first, and changes with each step")
    browser.click(".propositions thead .step-link")
    expect(lambda: browser.run(STEP), 0)
    browser.open(pages.lock_server())
    browser.wait_for("return document.querySelector('.failure.here') !== null")
    expect(lambda: browser.count(".propositions"), 0, "no formula")


ROWS = ("return Object.fromEntries([...document.querySelectorAll('.propositions tbody tr')].map("
        "(r) => [r.querySelector('th').textContent, [...r.querySelectorAll('td')].map((d) => d.textContent)]))")


def test_propositions_about_steps(browser, pages):
    """Of a B machine and of actions: those about steps are about the next one, and nothing is known while constants are set up."""
    model = os.path.join(pages.folder, "meter.mch")
    with open(model, "w", encoding="utf-8") as file:
        file.write("MACHINE meter CONSTANTS top PROPERTIES top : 2..3 VARIABLES n INVARIANT n : 0..top INITIALISATION n := 0\n"
                   "OPERATIONS up(k) = PRE k : 1..2 & n + k <= top THEN n := n + k END; reset = SELECT n > 0 THEN n := 0 END END\n")
    browser.open(pages.check("machine_formula", model, "--ltl", "G ([up] => X {n = 1})"))
    browser.wait_for("return document.querySelector('.propositions .current') !== null")
    rows = expect_that(lambda: browser.run(ROWS), lambda found: sorted(found) == ["[up]", "{n = 1}"])
    same([rows[name][0] for name in sorted(rows)], ["–", "–"], "constants have values, variables do not yet")
    before = len(rows["[up]"]) - 1 - rows["[up]"][::-1].index("true")
    same(rows["{n = 1}"][before + 1], "false", "the violation: the state after the last up")
    browser.open(pages.check("action_formula", "examples/mcrl2/abp.mcrl2", "--ltl", "G (r1 => F s4)"))
    browser.wait_for("return document.querySelector('.propositions .current') !== null")
    rows = expect_that(lambda: browser.run(ROWS), lambda found: sorted(found) == ["[r1]", "[s4]"])
    same(rows["[r1]"], ["true"] + ["false"] * 7)
    same(set(rows["[s4]"]), {"false"})


def test_game_of_a_formula(browser, pages):
    """What no single run shows: the part of the game that convinces, as states and subformulas."""
    browser.open(pages.check("game_lost", "examples/mcrl2/lock_server.mcrl2", "--formula", "[true*] mu X . (<true> true && [true] X)"))
    expect(lambda: browser.text("#evidence h3").endswith("does not hold"), True)
    game = browser.run("return JSON.parse(document.getElementById('result').textContent).claims[0].game")
    expect_that(lambda: browser.count("#evidence .game-panel .state"), lambda drawn: drawn == len(game["positions"]) > 3, "every position is drawn")
    expect(lambda: browser.run("return JSON.parse(document.getElementById('result').textContent).claims[0].game.holds"), False)
    expect_that(lambda: browser.text("#evidence .position-facts"), lambda text: text.startswith("position 0"), "the first position is described")
    expect_that(lambda: browser.text("#evidence .subformula"), lambda text: text != "")
    first = game["positions"][0]["moves"]
    expect(lambda: browser.count("#evidence .position-facts .walk-step"), len(first))
    browser.click("#evidence .position-facts .walk-step")
    expect(lambda: browser.text("#evidence .position-facts strong"), f"position {first[0]['to']}")
    browser.click("#evidence .walk-back")
    expect(lambda: browser.text("#evidence .position-facts strong"), "position 0")
    browser.open(pages.check("game_won", "examples/mcrl2/lock_server.mcrl2", "--formula", "[true*] <true*> <true> true"))
    expect_that(lambda: browser.text("#evidence h3"), lambda text: text.endswith("holds"))
    browser.open(pages.lock_server())
    expect(lambda: browser.count("#evidence"), 0, "no formula, no game")


def test_machine_and_specification(browser, pages):
    browser.open(pages.check("machine", "examples/b/Lock.mch"))
    go(browser, 2)
    browser.wait_for("return document.querySelector('.statement.current')?.textContent === 'StartWrite(Process2)'")
    browser.shows(".changes", "writers")
    expect(lambda: browser.run(MARKED), "15")
    expect(lambda: browser.run("return [...document.querySelectorAll('.graph-panel')].map((p) => p.querySelectorAll('.state').length)"), [7, 15])
    expect(lambda: browser.count(".graph-panel:nth-child(2) .here"), 1)
    browser.open(pages.check("specification", "examples/mcrl2/philosophers2.mcrl2"))
    browser.wait_for("return document.querySelector('.message.current text') !== null")
    # Each component has a lane, and those that synchronise are joined.
    expect(lambda: browser.run("return [...document.querySelectorAll('.chart .lane')].map((l) => l.textContent)"), ["P_Fork#1", "P_Phil#1", "P_Fork#2", "P_Phil#2"])
    expect(lambda: browser.run("return [...document.querySelectorAll('.message.current title')].some((t) => t.textContent === 'lock(p1, f2)|lock(p2, f1)')"), True)
    expect(lambda: browser.count(".message.current polygon"), 0, "nobody is the sender")
    expect(lambda: browser.run("return [...document.querySelectorAll('.graph-panel')].map((p) => p.querySelectorAll('.state').length)"), [6, 10])


def test_several_violations(browser, pages):
    model = os.path.join(pages.folder, "two.pml")
    with open(model, "w", encoding="utf-8") as file:
        file.write("byte x;\nactive proctype p() {\n  x = 1;\n  assert(x == 0);\n  x = 2;\n  assert(x == 1)\n}\n")
    browser.open(pages.check("two", model, "--all"))
    expect(lambda: browser.count("#counterexample option"), 2)
    browser.run("const s = document.querySelector('#counterexample select'); s.value = 1; s.dispatchEvent(new Event('change'))")
    browser.wait_for("return document.querySelector('.line.marked') !== null")
    browser.click("[data-action=last]")
    expect(lambda: browser.run(MARKED), "6")


def long_result(steps, processes):
    """A run of many steps of many processes, each of which passes a number on to the next."""
    name = lambda i: f"node({i % processes})"
    trace = [{"step": 0, "events": [], "state": [{"cell": f"{name(i)}.x", "value": "0"} for i in range(processes)]}]
    for i in range(1, steps + 1):
        kind = "send" if i % 2 == 1 else "receive"
        who = name((i - 1) // 2 + (i + 1) % 2)
        message = {"kind": kind, "channel": f"link{(i - 1) // 2 % processes}", "message": str(i // 2),
                   "sender": who if kind == "send" else "", "receiver": who if kind == "receive" else ""}
        change = {"cell": f"{who}.x", "before": "0", "after": str(i)}
        trace.append({"step": i, "events": [{"process": who, "statement": f"step {i}", "at": {"file": "m.pml", "line": i % 50 + 1, "column": 1},
                                             "changes": [change], "messages": [message], "output": []}]})
    return {"tool": "quotient", "version": "0", "model": "m.pml", "language": "promela", "verdict": "violated", "reason": "long",
            "states": 1, "transitions": 1, "max_depth": steps, "violations": [{"kind": "assertion", "message": "wrong", "at": None,
                                                                               "claim": "", "length": steps, "cycle": None, "trace": trace}],
            "sources": [{"file": "m.pml", "text": "\n" * 60}]}


def test_long_runs_of_many_processes(browser, pages):
    browser.open(pages.report("long", long_result(10_000, 300)))
    expect(lambda: browser.run("return document.querySelector('.slider').max"), "10000")
    for step in (10_000, 5_001, 0, 7_777):
        go(browser, step)
        browser.wait_for("return document.querySelector('.band.current') !== null")
        expect_that(lambda: browser.count(".chart *"), lambda count: 0 < count < 1500, "only what is in sight is drawn")
        expect(lambda: browser.text(".step-label"), f"step {step:,} of 10,000")
    expect(lambda: browser.text(".changes .after"), "7777")
    browser.wait_for("const c = document.querySelector('.chart').getBoundingClientRect();"
                     "const a = document.querySelector('.lane.active').getBoundingClientRect();"
                     "return a.left >= c.left - 1 && a.right <= c.right + 1")


def test_results_of_before(browser, pages):
    """A result without what was added since is shown as far as it goes."""
    result = {"tool": "quotient", "version": "0.0.1", "model": "old.pml", "language": "promela", "verdict": "incomplete",
              "reason": "the time limit was reached", "states": 12345, "transitions": 5, "max_depth": 1, "violations": []}
    browser.open(pages.report("old", result))
    expect(lambda: browser.text("h1 .verdict-word"), "incomplete")
    browser.shows(".figures", "12,345")


def test_contrast(browser, pages):
    shown = {"lock_server": pages.lock_server(), "claim": pages.check("claims", "tests/cli/models/claims.pml", "--all"),
             "machine": pages.check("machine", "examples/b/Lock.mch"), "specification": pages.check("abp", "examples/mcrl2/abp.mcrl2")}
    try:
        for scheme in ("light", "dark"):
            browser.chrome("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            for name, page in shown.items():
                browser.open(page)
                drawn(browser)
                browser.run("for (const d of document.querySelectorAll('details')) d.open = true")
                expect(lambda: browser.hard_to_read(), [], f"{name}, {scheme}")
    finally:
        browser.chrome("Emulation.setEmulatedMedia", {"features": []})


def test_accessibility(browser, pages):
    """By axe-core, all of its rules, on what the pages of this program consist of."""
    shown = {"lock_server": pages.lock_server(), "claims": pages.check("claims", "tests/cli/models/claims.pml", "--all"),
             "machine": pages.check("machine", "examples/b/Lock.mch"), "specification": pages.check("abp", "examples/mcrl2/abp.mcrl2"),
             "many": pages.check("many", "tests/browser/models/many_clients.pml")}
    try:
        for scheme in ("light", "dark"):
            browser.chrome("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            for name, page in shown.items():
                browser.open(page)
                drawn(browser)
                browser.run("for (const d of document.querySelectorAll('details')) d.open = true")
                expect_that(lambda: axe.violations(browser), lambda found: not found, f"{name}, {scheme}")
    finally:
        browser.chrome("Emulation.setEmulatedMedia", {"features": []})


def test_families_are_folded(browser, pages):
    """Seven of thirty clients and a server act: two lanes, and eight when the family is unfolded."""
    browser.open(pages.check("many", "tests/browser/models/many_clients.pml"))
    browser.wait_for("return document.querySelectorAll('.lane').length === 2")
    expect(lambda: browser.text(".lane"), "client (7)")
    expect(lambda: browser.run("return [...document.querySelectorAll('.chart-drawing .statement')].some((t) => /^\\d+: served/.test(t.textContent))"), True)
    browser.click(".fold-button")
    browser.wait_for("return document.querySelectorAll('.lane').length > 2")
    expect(lambda: browser.run("return document.querySelector('.fold-button').getAttribute('aria-pressed')"), "false")
    # The row that is shown is in sight, at the end of a run that is longer than the chart is high.
    browser.wait_for("const b = document.querySelector('.band.current').getBoundingClientRect(), c = document.querySelector('.chart').getBoundingClientRect();"
                     "return b.top >= c.top && b.bottom <= c.bottom")
    # Clients that wait at one place are one row.
    browser.shows(".blocked", "(23)")


def test_colours_of_states(browser, pages):
    browser.open(pages.check("lock", "examples/lock.pml"))
    browser.run("const s = document.querySelector('.colouring select'); s.value = [...s.options].find((o) => o.textContent === 'inside').value; s.dispatchEvent(new Event('change'))")
    expect(lambda: browser.run("return [...document.querySelectorAll('.legend .chip')].map((c) => c.textContent)"), ["0", "1", "2", "3"])
    expect(lambda: browser.count(".graph-canvas .state:not(.coloured)"), 0)


def test_narrow_and_dark(browser, pages):
    metrics = {"height": 800, "deviceScaleFactor": 1, "mobile": True}
    browser.chrome("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    browser.chrome("Emulation.setDeviceMetricsOverride", {"width": 400, **metrics})
    try:
        browser.open(pages.lock_server())
        expect(lambda: browser.run("return document.documentElement.scrollWidth"), 400, "nothing sticks out")
        expect_that(lambda: browser.run("return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"), lambda background: max(background) < 60)
        browser.wait_for("return document.querySelector('.failure.here') !== null")
        browser.click("[data-action=first]")
        browser.click("[data-action=next]")
        expect(lambda: browser.run(STEP), 1)
    finally:
        browser.chrome("Emulation.setEmulatedMedia", {"features": []})
        browser.chrome("Emulation.setDeviceMetricsOverride", {"width": 1280, **metrics, "height": 900, "mobile": False})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--screenshots", help="a folder for pictures of all pages, to be looked at")
    parser.add_argument("--only", default="", help="tests whose name holds this")
    parser.add_argument("--slower", type=float, default=1, help="pages run on a processor that is so many times slower")
    arguments = parser.parse_args()
    refuse_races(__file__)
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_") and arguments.only in name]
    passed = 0
    with tempfile.TemporaryDirectory() as folder, Browser(slower=arguments.slower) as browser:
        pages = Pages(os.path.abspath(arguments.program), folder)
        for name, test in tests:
            try:
                test(browser, pages)
                complaints = browser.complaints()
                assert not complaints, f"the console says {complaints}"
                passed += 1
            except Exception:
                print(f"FAIL {name}")
                traceback.print_exc(file=sys.stdout)
        for name, path in pages.made.items() if arguments.screenshots else ():
            browser.open(path)
            browser.screenshot(os.path.join(arguments.screenshots, name + ".png"))
    print(f"{passed} passed, {len(tests) - passed} failed")
    return 0 if passed == len(tests) else 1


sys.exit(main())
