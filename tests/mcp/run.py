#!/usr/bin/env python3
"""A client of `quotient mcp`: calls every tool, cancels one, sends what is no message, and asks for files that it may not have.

    run.py --program build/release/src/cli/quotient

Ends with "N passed, M failed".
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import traceback

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from waiting import PATIENCE  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUDGET = {"seconds": 20, "memory_mb": 500}
LONG = "byte a[9];\nactive [9] proctype p() { do :: a[_pid] = (a[_pid] + 1) % 9 od }\n"


def expect(actual, expected, what=""):
    assert actual == expected, f"{what}: {actual!r}, expected {expected!r}"


class Client:
    def __init__(self, program):
        self.folder = tempfile.mkdtemp()
        for name in ("lock.pml", "philosophers.pml", "b/Bank.mch", "mcrl2/abp.mcrl2"):
            shutil.copy(os.path.join(ROOT, "examples", name), self.folder)
        with open(os.path.join(self.folder, "long.pml"), "w", encoding="utf-8") as file:
            file.write(LONG)
        self.process = subprocess.Popen([program, "mcp"], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.number = 0
        self.notes = []

    def __enter__(self):
        told = self.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})
        expect(told["serverInfo"]["name"], "quotient")
        expect(told["protocolVersion"], "2025-06-18")
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        code = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        shutil.rmtree(self.folder)
        expect(code, 0)

    def send(self, message):
        text = message if isinstance(message, str) else json.dumps(message)
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def receive(self):
        """The next answer; notifications are kept."""
        while True:
            message = json.loads(self.process.stdout.readline())
            if "id" in message:
                return message
            self.notes.append(message)

    def wait_for_progress(self):
        """Until the check that is running has reported states."""
        while not any(n["method"] == "notifications/progress" and n["params"]["progress"] > 0 for n in self.notes):
            self.notes.append(json.loads(self.process.stdout.readline()))

    def request(self, method, parameters=None):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters or {}})
        answer = self.receive()
        expect(answer["id"], self.number)
        return answer["result"] if "result" in answer else answer["error"]

    def call(self, name, **arguments):
        return self.request("tools/call", {"name": name, "arguments": arguments})


def test_tools_and_their_schemas(client):
    tools = {t["name"]: t for t in client.request("tools/list")["tools"]}
    expect(sorted(tools), ["check", "explain", "replay", "simulate", "symmetry"])
    expect(set(tools["check"]["inputSchema"]["required"]), {"path", "seconds", "memory_mb"})
    for tool in tools.values():
        assert tool["description"] and tool["inputSchema"]["type"] == "object"
        assert set(tool["inputSchema"]["required"]) <= set(tool["inputSchema"]["properties"])


def test_check_and_then_the_run(client):
    told = client.call("check", path="lock.pml", **BUDGET)
    expect(told["isError"], False)
    result = told["structuredContent"]
    expect(result["verdict"], "violated")
    assert told["content"][0]["text"].startswith("violated")
    choices = result["choices"][0]
    expect(len(choices), result["violations"][0]["length"] + 1)
    run = client.call("replay", path="lock.pml", choices=choices, counterexample=True)
    expect(len(run["structuredContent"]["steps"]), len(choices))
    assert "assert(inside == 1)" in run["content"][0]["text"]
    state = client.call("explain", path="lock.pml", choices=choices[:-1], counterexample=True)
    assert "inside = 2" in state["content"][0]["text"], state
    on = client.call("simulate", path="lock.pml", choices=choices[:3], counterexample=True, random=3, seed=1)
    assert len(on["structuredContent"]["choices"]) > 3
    again = client.call("simulate", path="lock.pml", choices=choices[:3], counterexample=True, random=3, seed=1)
    expect(again, on, "the same seed")


def test_a_budget_is_needed(client):
    told = client.call("check", path="lock.pml")
    expect(told["isError"], True)
    assert "budget" in told["content"][0]["text"]
    told = client.call("check", path="long.pml", options="--symmetry off --time 1h --memory 64G", seconds=1, memory_mb=1000)
    expect(told["structuredContent"]["verdict"], "incomplete")
    assert told["structuredContent"]["reason"].startswith("the time limit of 1 s was reached"), told


def test_other_languages_and_texts(client):
    expect(client.call("check", path="abp.mcrl2", **BUDGET)["structuredContent"]["verdict"], "verified")
    expect(client.call("symmetry", path="Bank.mch")["isError"], False)
    told = client.call("symmetry", path="lock.pml", options="-D N=4")
    expect(told["structuredContent"]["symmetry"][0]["structure"], "S4")
    told = client.call("check", path="new.pml", text="init { assert(true) }", **BUDGET)
    expect(told["structuredContent"]["verdict"], "verified")
    told = client.call("check", path="new.pml", text="init { x = 1 }", **BUDGET)
    expect((told["isError"], told["structuredContent"]["verdict"]), (True, "wrong_input"))
    assert "new.pml:1:8" in told["content"][0]["text"], told


def test_nothing_outside_is_read(client):
    for path in ("/etc/hostname", "../lock.pml", "/etc/passwd"):
        told = client.call("check", path=path, **BUDGET)
        expect(told["isError"], True)
        assert "outside the folder" in told["content"][0]["text"], told
    told = client.call("check", path="new.pml", text='#include "/etc/passwd"\ninit { skip }', **BUDGET)
    assert "outside the folder" in told["content"][0]["text"] and "root" not in json.dumps(told), told


def test_progress_and_cancelling(client):
    client.notes.clear()
    client.send({"jsonrpc": "2.0", "id": "long", "method": "tools/call",
                 "params": {"name": "check", "arguments": {"path": "long.pml", "options": "--symmetry off", "seconds": 600, "memory_mb": 1500}, "_meta": {"progressToken": "p"}}})
    client.wait_for_progress()
    client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "long"}})
    answer = client.receive()
    expect(answer["id"], "long")
    expect(answer["result"]["structuredContent"]["verdict"], "incomplete")
    assert "interrupted" in answer["result"]["structuredContent"]["reason"], answer
    counts = [n["params"]["progress"] for n in client.notes if n["method"] == "notifications/progress"]
    assert counts and counts == sorted(counts), counts


def test_what_is_no_message(client):
    for text, code in [("nonsense", -32700), ("[]", -32600), ('{"id": 7}', -32600), ('{"jsonrpc":"2.0","id":8,"method":"nothing"}', -32601),
                       ('{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"nothing"}}', -32602)]:
        client.send(text)
        expect(client.receive()["error"]["code"], code, text)
    for arguments in ([], {"path": 3}, {"path": "lock.pml", "choices": "x"}, {"path": "lock.pml", "choices": [-1]}, {"path": "lock.pml", "choices": [10 ** 12]}):
        told = client.request("tools/call", {"name": "replay", "arguments": arguments})
        expect(told["isError"], True, str(arguments))
    told = client.call("replay", path="lock.pml", choices=[0, 99])
    assert "the model has changed" in told["structuredContent"]["note"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    program = os.path.abspath(parser.parse_args().program)
    passed = failed = 0
    for name, test in [(n, t) for n, t in globals().items() if n.startswith("test_")]:
        try:
            with Client(program) as client:
                test(client)
            passed += 1
        except Exception:
            failed += 1
            print(f"FAIL {name}")
            traceback.print_exc()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
