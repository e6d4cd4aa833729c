#!/usr/bin/env python3
"""Runs every command that README and docs print, as a reader would: in a folder with the examples and a model of his own.

    commands.py --program build/release/src/cli/quotient [FILE.md ...]

A command is a line of an indented block that begins with `quotient` or `./quotient`. It must not be refused (exit code 2) and
must not break down; what verdict it comes to is its own affair. Ends with "N passed, M failed".
"""

import argparse
import glob
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
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for match in re.finditer(r"^ {4}(?:\./)?(quotient\b.*)$", text, re.M):
        yield text.count("\n", 0, match.start()) + 1, match[1].split("  #")[0].strip()


def fails(command, folder):
    environment = dict(os.environ, HOME=folder, PATH=os.path.join(folder, "bin") + os.pathsep + os.environ["PATH"])
    try:
        said = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=folder, env=environment, input="q\n",
                              capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None
    return said.stderr[-2000:] or f"exit code {said.returncode}" if said.returncode not in (0, 1, 3) else None


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
            for line, command in commands_of(path):
                trouble = fails(command, folder)
                if trouble is None:
                    passed += 1
                else:
                    failed += 1
                    print(f"FAIL {os.path.relpath(path, ROOT)}:{line}: {command}\n{trouble}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
