#!/usr/bin/env python3
"""What a language gets for one line in the table of languages: every command, symmetry, pages and the editor.

    run.py --program build/release/tests/toy_quotient

The program is quotient itself, linked with tests/toy_language/counters.cpp. Counts are those of combinatorics: n counters
from 0 to m have (m+1)^n states, and C(n+m, m) orbits. Ends with "N passed, M failed".
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
sys.path.insert(0, os.path.join(HERE, "..", "lsp"))
from checks import expect, same, summary  # noqa: E402
from client import Client  # noqa: E402

GOOD = "counters c 4   # a family\ncounters d 2\nup c 3\ndown c 3\nup d 1\ndown d 1\n"
BAD = "counters c 3\nup c 2\ndown c 2\nforbid c 2 3\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    program = os.path.abspath(parser.parse_args().program)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)

        def write(name, text):
            with open(name, "w", encoding="utf-8") as file:
                file.write(text)

        def run(*arguments, code=0, give=""):
            done = subprocess.run([program, *arguments], capture_output=True, text=True, input=give, timeout=600)
            same(f"exit code of {' '.join(arguments)}", done.returncode, code)
            return done.stdout + done.stderr

        def checked(*arguments, code=0):
            run("check", *arguments, "--json", "result.json", "--quiet", code=code)
            with open("result.json", encoding="utf-8") as file:
                return json.load(file)

        write("good.counters", GOOD)
        write("bad.counters", BAD)
        write("no_ending", GOOD)

        whole = 4**4 * 2**2
        orbits = math.comb(4 + 3, 3) * math.comb(2 + 1, 1)
        same("states without symmetry", checked("good.counters", "--symmetry", "off")["states"], whole)
        for strategy in ["auto", "canonical", "segmented", "sorted", "exact-markers", "approx-markers", "enumerate",
                         "flooding", "local-search"]:
            result = checked("good.counters", "--symmetry", strategy)
            same(f"orbits by {strategy}", result["states"], orbits)
        same("orbits of a text without ending", checked("no_ending")["states"], orbits)
        same("threads", checked("good.counters", "--threads", "2")["states"], orbits)
        same("depth-first", checked("good.counters", "--search", "dfs")["states"], orbits)

        wrong = checked("bad.counters", code=1)
        same("what is wrong", wrong["violations"][0]["kind"], "invariant")
        same("a shortest run", wrong["violations"][0]["length"], 6)
        told = run("check", "bad.counters", code=1)
        expect("the run in words", "up c 2" in told and "forbid c 2 3" in told, told)

        told = run("symmetry", "good.counters")
        expect("the group", "S4" in told and "S2" in told and "48" in told, told)
        run("lts", "good.counters", "-o", "good.aut", "--symmetry", "off")
        with open("good.aut", encoding="utf-8") as file:
            head = file.readline()
        expect("states of the graph", head.strip().endswith(f",{whole})"), head)
        told = run("simulate", "bad.counters", "--seed", "7", "--max-steps", "3")
        expect("simulation", "up c 2" in told, told)
        run("check", "bad.counters", "--trace", "run.json", "--quiet", code=1)
        expect("replay", "forbid c 2 3" in run("replay", "bad.counters", "run.json"), "")
        run("check", "bad.counters", "--json", "result.json", "--html", "result.html", "--quiet", code=1)
        with open("result.html", encoding="utf-8") as file:
            expect("the page", "forbid c 2 3" in file.read(), "")

        run("check", "good.counters", "--checkpoint", "saved", "--max-states", "40", "--quiet", code=3)
        run("resume", "saved", "--json", "result.json", "--quiet")
        with open("result.json", encoding="utf-8") as file:
            same("orbits of a run that was resumed", json.load(file)["states"], orbits)
        same("states on disk", checked("good.counters", "--spill", ".", "--memory", "512k", "--symmetry", "off")["states"], whole)
        told = run("repl", "good.counters", give="c(2)\n:1\nc(1)\n")
        expect("expressions along a run", "  0\n" in told and "  1\n" in told, told)
        told = run("repl", "good.counters", "--eval", "c(9)", code=2)
        expect("an expression that is none", "there is no such counter here (column 1)" in told, told)
        told = run("inductive", "good.counters", code=2)
        expect("a command for other languages", "counters" in told, told)

        write("broken.counters", "counters c 3\nlift c 2\n")
        told = run("check", "broken.counters", code=2)
        expect("an error with its place", "broken.counters:2:1: error: 'lift' is no keyword" in told, told)
        told = run("check", "good.counters", "--set", "S=3", code=2)
        expect("an option of other languages", "counters has no sizes to set" in told, told)
        expect("the help lists it", "counters" in run("help", "check"), "")

        client = Client(program)
        uri = "file://" + os.path.join(folder, "open.counters")
        client.open(uri, "counters c 3\nlift c 2\n", "counters")
        client.settle()
        found = client.diagnostics.get(uri, [])
        same("diagnostics in the editor", [d["message"] for d in found], ["'lift' is no keyword"])
        same("the server ends", client.leave(), 0)
    return summary()


if __name__ == "__main__":
    sys.exit(main())
