#!/usr/bin/env python3
"""A debugger that talks to `quotient dap`: steps through counterexamples forward and back, stops at lines.

    run.py --program build/release/src/cli/quotient

Ends with "N passed, M failed".
"""

import argparse
import json
import os
import subprocess
import sys
import traceback

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from waiting import PATIENCE  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LOCK = os.path.join(ROOT, "examples", "lock.pml")


def expect(actual, expected, what=""):
    assert actual == expected, f"{what}: {actual!r}, expected {expected!r}"


class Debugger:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "dap"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number, self.events = 0, []

    def __enter__(self):
        assert self.ask("initialize")["supportsStepBack"]
        return self

    def __exit__(self, *_):
        self.ask("disconnect")
        self.process.stdin.close()
        expect(self.process.wait(timeout=PATIENCE), 0)
        self.process.stdout.close()

    def receive(self):
        length = 0
        while True:
            line = self.process.stdout.readline().strip()
            if not line:
                break
            length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def send(self, command, arguments):
        self.number += 1
        text = json.dumps({"seq": self.number, "type": "request", "command": command, "arguments": arguments}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        self.process.stdin.flush()

    def response(self, command, arguments):
        self.send(command, arguments)
        while True:
            message = self.receive()
            if message["type"] == "response":
                expect((message["request_seq"], message["command"]), (self.number, command))
                return message
            self.events.append(message)

    def ask(self, command, **arguments):
        answer = self.response(command, arguments)
        assert answer["success"], answer
        return answer["body"]

    def wait(self, name):
        for i, event in enumerate(self.events):
            if event["event"] == name:
                return self.events.pop(i)["body"]
        while True:
            message = self.receive()
            if message["type"] == "event" and message["event"] == name:
                return message["body"]
            self.events.append(message)

    def launch(self, program, **more):
        self.ask("launch", program=program, **more)
        self.wait("initialized")
        self.ask("configurationDone")
        return self.wait("stopped")

    def go(self, command):
        self.ask(command, threadId=1)
        return self.wait("stopped")

    def values(self):
        (scope,) = self.ask("scopes", frameId=1)["scopes"]
        return {v["name"]: v["value"] for v in self.ask("variables", variablesReference=scope["variablesReference"])["variables"]}

    def line(self, thread):
        return self.ask("stackTrace", threadId=thread)["stackFrames"][0]["line"]


def test_forward_and_back(d):
    stop = d.launch(LOCK)
    expect(stop["reason"], "entry")
    names = [t["name"] for t in d.ask("threads")["threads"]]
    assert len(names) >= 2 and all(n.startswith("visitor(") for n in names), names
    expect(d.values(), {"taken": "0", "inside": "0"})
    seen = []
    while stop["reason"] != "exception":
        seen.append((stop["threadId"], d.line(stop["threadId"]), d.values()))
        stop = d.go("next")
    expect(stop["text"], "assertion violated: (inside == 1)")
    expect(d.values()["inside"], "2")
    expect(len(seen), 7)
    for thread, line, values in reversed(seen):
        stop = d.go("stepBack")
        expect((stop["threadId"], d.line(stop["threadId"]), d.values()), (thread, line, values))
    expect(d.go("stepBack")["reason"], "step", "the beginning is the end of the way back")


def test_breakpoints(d):
    d.launch(LOCK)
    answer = d.ask("setBreakpoints", source={"path": LOCK}, breakpoints=[{"line": 31}, {"line": 1}])["breakpoints"]
    expect([b["verified"] for b in answer], [True, False])
    stop = d.go("continue")
    expect((stop["reason"], d.line(stop["threadId"])), ("breakpoint", 31))
    expect(d.values()["inside"], "2")
    expect(d.go("continue")["reason"], "exception")
    expect(d.go("reverseContinue")["reason"], "breakpoint")
    d.ask("setBreakpoints", source={"path": LOCK}, breakpoints=[])
    expect(d.go("continue")["reason"], "exception")


def test_options_and_other_languages(d):
    d.ask("launch", program=LOCK, options="-D FIXED")
    assert "verified" in d.wait("output")["output"]
    d.wait("terminated")


def test_machine(d):
    expect(d.launch(os.path.join(ROOT, "examples/b/Lock.mch"))["reason"], "entry")
    expect([t["name"] for t in d.ask("threads")["threads"]], ["model"])
    assert d.values()


def test_what_is_wrong(d):
    for command, arguments in [("next", {}), ("threads", {}), ("nonsense", {}), ("launch", {}), ("launch", {"program": "/nowhere.pml"}),
                               ("launch", {"program": os.path.join(ROOT, "tests/cli/models/slips.pml")}), ("launch", {"program": LOCK, "options": "--symetry off"})]:
        answer = d.response(command, arguments)
        expect(answer["success"], False, command)
        assert answer["message"], answer
    d.launch(LOCK)
    for arguments in ({"threadId": 0}, {"threadId": 99}, {"threadId": "x"}):
        answer = d.response("stackTrace", arguments)
        assert answer["success"] or answer["message"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    program = os.path.abspath(parser.parse_args().program)
    passed = failed = 0
    for name, test in [(n, t) for n, t in globals().items() if n.startswith("test_")]:
        try:
            with Debugger(program) as debugger:
                test(debugger)
            passed += 1
        except Exception:
            failed += 1
            print(f"FAIL {name}")
            traceback.print_exc()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
