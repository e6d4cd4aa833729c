#!/usr/bin/env python3
"""Runs the commands of tests/cli/golden/*.t and compares what they print.

In such a file a line "  $ COMMAND" is run by the shell, in a fresh folder that holds a copy of tests/cli/models; the lines
after it, indented by two, are what it must print (both streams), ended by "  [CODE]" where its exit code is not 0. All
other lines are prose. Times and amounts of memory are replaced by T and M before comparing.

    golden.py --program build/release/src/cli/quotient [--update] [FILE.t ...]
"""

import argparse
import difflib
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

VOLATILE = [
    (re.compile(r"\d+\.\d\d s\b"), "T s"),
    (re.compile(r"^(\s*time\s+)\d.*", re.M), r"\1T s"),  # ten seconds and more have fewer digits
    (re.compile(r"^(\s*memory\s+).*", re.M), r"\1M"),
    (re.compile(r'("(?:total|load|symmetry|search|after)": )[0-9.e-]+'), r"\1T"),
    (re.compile(r'("threads": )\d+'), r"\1N"),
    (re.compile(r'("(?:memory_bytes|bytes_per_state|bytes)": )[0-9.e+]+'), r"\1M"),
]


def normal(text):
    for pattern, replacement in VOLATILE:
        text = pattern.sub(replacement, text)
    return text


def run(command, folder, program):
    environment = {"PATH": os.path.dirname(program) + ":" + os.environ["PATH"], "HOME": folder, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, timeout=600,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines = normal(done.stdout.decode("utf-8", "replace")).splitlines()
    return lines + ([f"[{done.returncode}]"] if done.returncode != 0 else [])


def play(path, program):
    """The lines of a file, and as they would have to be for the program to pass; empty lines do not count."""
    with open(path, encoding="utf-8") as stream:
        lines = [line.rstrip() for line in stream if line.strip()]
    actual = []
    with tempfile.TemporaryDirectory() as top:
        folder = os.path.join(top, "models")
        shutil.copytree(os.path.join(HERE, "models"), folder)
        for line in lines:
            if line.startswith("  $ "):
                actual.append(line)
                actual += ["  " + printed.rstrip() for printed in run(line[4:], folder, program) if printed.strip()]
            elif not line.startswith("  "):
                actual.append(line)
    return lines, actual


def laid_out(lines):
    """With an empty line before each command and before prose that follows output."""
    text, before = "", ""
    for line in lines:
        if before and (line.startswith("  $ ") or before.startswith("  ") and not line.startswith("  ")):
            text += "\n"
        text += line + "\n"
        before = line
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*")
    parser.add_argument("--program", required=True)
    parser.add_argument("--update", action="store_true", help="write what was printed into the files")
    arguments = parser.parse_args()
    files = arguments.files or sorted(glob.glob(os.path.join(HERE, "golden", "*.t")))
    failed = 0
    for path in files:
        expected, actual = play(path, os.path.abspath(arguments.program))
        if expected == actual:
            continue
        failed += 1
        if arguments.update:
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(laid_out(actual))
        else:
            sys.stdout.writelines(line + "\n" for line in difflib.unified_diff(expected, actual, path, "printed now",
                                                                               lineterm=""))
    print(f"{len(files) - failed} passed, {failed} failed")
    return 1 if failed and not arguments.update else 0


if __name__ == "__main__":
    sys.exit(main())
