#!/usr/bin/env python3
"""Runs every command that README and docs print, as a reader would: in a folder with the examples and a model of his own.

    commands.py --program build/release/src/cli/quotient [FILE.md ...]

A command is a line of an indented block that begins with `quotient` or `./quotient`. It must not be refused (exit code 2) and
must not break down; what verdict it comes to is its own affair. Where `$ ` stands before it, what follows in the block is what
it prints, `…` being any number of lines, or the rest of one. A fenced block that begins with a comment `/* NAME */` is a file of
that name. Ends with "N passed, M failed".
"""

import argparse
import glob
import itertools
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# What `model.pml` stands for: something of everything that the documents ask of it.
MODEL = """byte served;
active [2] proctype client() {
  do
  :: served < 3 -> progress: served++
  :: served > 0 -> served--
  od
}
ltl eventually_served { <> (served > 0) }
"""
# The verdict on some models takes long: a reader may wait, a test need not.
LIMIT = 20


def commands_of(path):
    """Line, command, and what it is said to print; None where nothing is said."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    for number, line in enumerate(lines, 1):
        found = re.fullmatch(r" {4}(\$ )?(?:\./)?(quotient\b.*)", line)
        if not found:
            continue
        printed = None
        if found[1]:
            printed = list(itertools.takewhile(lambda l: re.match(r" {4}(?!\$ )|$", l), lines[number:]))
            while printed and not printed[-1].strip():
                printed.pop()
        yield number, found[2].split("  #")[0].strip(), printed and [l[4:] for l in printed]


def write_files(path, folder):
    """Those that a document shows."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for block in re.findall(r"^```\w+\n(/\* [\w.]+ \*/\n.*?)^```$", text, re.M | re.S):
        with open(os.path.join(folder, block.split()[1]), "w", encoding="utf-8") as file:
            file.write(block)


def differs(said, printed):
    """The first line of `printed` that is not there; None where all are."""
    def fits(line):
        return at < len(said) and (said[at] == line or line.endswith("…") and said[at].startswith(line[:-1]))

    at, anywhere = 0, False
    for line in printed:
        if line.strip() == "…":
            anywhere = True
            continue
        while anywhere and at < len(said) and not fits(line):
            at += 1
        if not fits(line):
            return f"is not printed: {line!r}\n" + "\n".join(said)
        at, anywhere = at + 1, False
    return None if anywhere or at == len(said) else f"is printed as well: {said[at]!r}"


def fails(command, printed, folder):
    environment = dict(os.environ, HOME=folder, PATH=os.path.join(folder, "bin") + os.pathsep + os.environ["PATH"])
    if re.match(r"(\./)?quotient studio", command):  # serves until it is told to end
        command = f"timeout --preserve-status 5 {command} --no-browser"
    try:
        said = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=folder, env=environment, input="q\n",
                              capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None
    if said.returncode not in (0, 1, 3):
        return said.stderr[-2000:] or f"exit code {said.returncode}"
    return printed and differs([line.rstrip() for line in said.stdout.rstrip("\n").split("\n")], printed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    files = arguments.files or [os.path.join(ROOT, "README.md"), *sorted(glob.glob(os.path.join(ROOT, "docs", "*.md"))),
                                os.path.join(ROOT, "examples", "README.md")]
    passed, failed = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.join(ROOT, "examples"), os.path.join(folder, "examples"))
        os.mkdir(os.path.join(folder, "bin"))
        os.symlink(os.path.abspath(arguments.program), os.path.join(folder, "bin", "quotient"))
        with open(os.path.join(folder, "model.pml"), "w", encoding="utf-8") as file:
            file.write(MODEL)
        for path in files:
            write_files(path, folder)
            for line, command, printed in commands_of(path):
                trouble = fails(command, printed, folder)
                if trouble is None:
                    passed += 1
                else:
                    failed += 1
                    print(f"FAIL {os.path.relpath(path, ROOT)}:{line}: {command}\n{trouble}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
