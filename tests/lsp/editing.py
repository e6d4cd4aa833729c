#!/usr/bin/env python3
"""What the language server does for somebody who writes: formatting, parameters of calls, checks with progress that can be
cancelled, checks on save, the report.

    editing.py --program build/release/src/cli/quotient

Ends with "N passed, M failed".
"""

import argparse
import glob
import os
import re
import sys
import tempfile
import time

from client import Client, at, edited

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from checks import expect, same, summary  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

CROOKED = """#define N 2
  /* what is
     inside */
byte x;   // how many


inline enter(who, count) { x = x + count;
assert(x > 0 &&
       x < 9) }
active [N] proctype p()
{
    byte k;
do
:: x < 3 ->
if
       :: k == 0 -> enter(_pid, 1); k = 1
  :: else ->
  // back again
  k = 0;
     x--
fi
#ifdef BIG
 :: atomic {
#else
 :: d_step {
#endif
      skip;
   k = 0 }
od
}
"""

STRAIGHT = """#define N 2
/* what is
   inside */
byte x;   // how many

inline enter(who, count) { x = x + count;
  assert(x > 0 &&
         x < 9) }
active [N] proctype p()
{
  byte k;
  do
  :: x < 3 ->
     if
     :: k == 0 -> enter(_pid, 1); k = 1
     :: else ->
        // back again
        k = 0;
        x--
     fi
#ifdef BIG
  :: atomic {
#else
  :: d_step {
#endif
       skip;
       k = 0 }
  od
}
"""

CROOKED_MACHINE = """MACHINE Door(limit)
  SETS PERSON
VARIABLES
inside
INVARIANT
inside <: PERSON &
   card(inside) <= 2
INITIALISATION inside := {}
OPERATIONS
enter(p) =
 PRE p : PERSON /* anybody */
    THEN
 IF p : inside THEN
skip
    ELSE inside := inside \\/ {p}
 END
  END;
leave = ANY p WHERE p : inside
THEN inside := inside - {p}
END
END
"""

STRAIGHT_MACHINE = """MACHINE Door(limit)
SETS PERSON
VARIABLES
  inside
INVARIANT
  inside <: PERSON &
     card(inside) <= 2
INITIALISATION inside := {}
OPERATIONS
  enter(p) =
   PRE p : PERSON /* anybody */
   THEN
     IF p : inside THEN
       skip
     ELSE inside := inside \\/ {p}
     END
   END;
  leave = ANY p WHERE p : inside
  THEN inside := inside - {p}
  END
END
"""

LONG = "byte a[9];\nactive [9] proctype p() { do :: a[_pid] = (a[_pid] + 1) % 9 od }\nactive proctype q() { do :: a[0] == 1 -> a[1] = 0 od }\n"


def formatted(client, uri, text, language, **options):
    client.open(uri, text, language)
    edits = client.request("textDocument/formatting", {"textDocument": {"uri": uri}, "options": {"tabSize": 2, "insertSpaces": True, **options}})
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    return edited(text, edits)


def formatting(client, folder):
    same("Promela is laid out", formatted(client, f"file://{folder}/a.pml", CROOKED, "promela"), STRAIGHT)
    same("B is laid out", formatted(client, f"file://{folder}/A.mch", CROOKED_MACHINE, "b"), STRAIGHT_MACHINE)
    tabs = formatted(client, f"file://{folder}/a.pml", CROOKED, "promela", tabSize=4, insertSpaces=False)
    expect("with tabs", "\n\tbyte k;\n" in tabs, tabs)
    same("in spite of errors", formatted(client, f"file://{folder}/b.pml", "init {\nx = ;\n}\n", "promela"), "init {\n  x = ;\n}\n")
    same("C is left alone", formatted(client, f"file://{folder}/c.pml", "c_code {\n    int x;\n }\ninit {\nskip }\n", "promela"),
         "c_code {\n    int x;\n }\ninit {\n  skip }\n")
    same("mCRL2 has no layout", client.request("textDocument/formatting", {"textDocument": {"uri": f"file://{folder}/none"}, "options": {}}), [])


def every_model(client, folder):
    """Nothing but blanks changes, and once is enough, on every model there is."""
    wrong = []
    kinds = [(p, "promela", "a.pml") for p in ("examples/*.pml", "tests/oracle/models/*.pml", "tests/cli/models/*.pml")]
    kinds += [(p, "b", "A.mch") for p in ("examples/b/*.mch", "tests/cli/models/*.mch")]
    count = 0
    for pattern, language, name in kinds:
        for path in sorted(glob.glob(os.path.join(ROOT, pattern))):
            with open(path, encoding="utf-8", errors="replace", newline="") as file:
                text = file.read()
            count += 1
            once = formatted(client, f"file://{folder}/{name}", text, language)
            if re.sub(r"\s", "", once) != re.sub(r"\s", "", text) or formatted(client, f"file://{folder}/{name}", once, language) != once:
                wrong.append(path)
    expect(f"formatting changes only blanks, and is idempotent, on {count} models", count > 50 and not wrong, wrong)


def signatures(client, folder):
    uri = f"file://{folder}/s.pml"
    text = "inline add(to, howmuch) { to = to + howmuch }\nproctype p(byte a; bool b) { skip }\nbyte x;\ninit { run p(1, (2 > 1)); add(x, (1 + 2)) }\n"
    client.open(uri, text)

    def help_at(needle):
        return client.request("textDocument/signatureHelp", at(uri, text, needle, inside=len(needle)))

    first, second = help_at("run p("), help_at("run p(1, (2")
    same("the first parameter", first["activeParameter"], 0)
    same("the second parameter, in brackets", second["activeParameter"], 1)
    same("parameters of a process", [p["label"] for p in first["signatures"][0]["parameters"]], ["byte a", "bool b"])
    same("parameters of an inline", [p["label"] for p in help_at("add(x, ")["signatures"][0]["parameters"]], ["to", "howmuch"])
    same("nothing is called", help_at("byte x"), None)


def progress(program, folder):
    client = Client(program, {"checkSeconds": 600}, initialise=False)
    client.request("initialize", {"processId": None, "rootUri": None, "capabilities": {"window": {"workDoneProgress": True}}})
    uri = f"file://{folder}/long.pml"
    client.open(uri, LONG)
    asked = client.ask("workspace/executeCommand", {"command": "quotient.check", "arguments": [uri, ""]})
    token, kinds, created = None, [], None
    end = time.monotonic() + 120
    while time.monotonic() < end and len(kinds) < 3:
        message = client.receive(10) or {}
        if message.get("method") == "window/workDoneProgress/create":
            created = message["params"]["token"]
            client.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
        if message.get("method") == "$/progress":
            token = message["params"]["token"]
            kinds.append(message["params"]["value"]["kind"])
            said = message["params"]["value"].get("message", "")
    same("progress is shown under the token that was made", token, created)
    same("it begins, and reports", kinds[:3], ["begin", "report", "report"])
    expect("with the states", "states" in said, said)
    client.notify("window/workDoneProgress/cancel", {"token": token})
    answer = client.answer(asked)
    same("a check that was cancelled there", answer.get("error", {}).get("code"), -32800)
    return client.leave()


def on_save(program, folder):
    client = Client(program, {"checkOnSave": True})
    uri = f"file://{folder}/save.pml"
    client.open(uri, "byte x;\nactive [2] proctype p() { x++; assert(x == 1) }\n")
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    end = time.monotonic() + 120
    while time.monotonic() < end and not any("assertion" in d["message"] for d in client.diagnostics.get(uri, [])):
        client.receive(5)
    expect("what a saved text violates is shown", any("assertion" in d["message"] for d in client.diagnostics.get(uri, [])), client.diagnostics)
    same("without a message in the way", client.messages, [])
    return client.leave()


def not_on_save(program, folder):
    client = Client(program)
    uri = f"file://{folder}/save.pml"
    client.open(uri, "active proctype p() { assert(false) }\n")
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    client.settle()
    client.receive(1)
    same("nothing is checked unless asked for", client.diagnostics.get(uri), [])
    return client.leave()


def report(client, folder):
    uri = f"file://{folder}/r.pml"
    client.open(uri, "byte x;\nactive [2] proctype p() { x++; assert(x == 1) }\n")
    answer = client.request("workspace/executeCommand", {"command": "quotient.report", "arguments": [uri, ""]})
    same("the verdict of the report", answer["verdict"], "violated")
    expect("its page", answer["html"].startswith("<!doctype html>") and "assertion violated" in answer["html"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    program = os.path.abspath(parser.parse_args().program)
    with tempfile.TemporaryDirectory() as folder:
        client = Client(program)
        formatting(client, folder)
        every_model(client, folder)
        signatures(client, folder)
        report(client, folder)
        same("it leaves in order", client.leave(), 0)
        same("progress: it leaves in order", progress(program, folder), 0)
        same("on save: it leaves in order", on_save(program, folder), 0)
        same("not on save: it leaves in order", not_on_save(program, folder), 0)
    return summary()


sys.exit(main())
