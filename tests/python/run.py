#!/usr/bin/env python3
"""Runs the tests of the Python module with pytest, by the interpreter that it was built for.

    run.py --build build/release

Ends with "N passed, M failed".
"""

import argparse
import glob
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def interpreters():
    """Those that have pytest; the system's own last."""
    for each in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([each, "-c", "import pytest"], capture_output=True, check=False).returncode == 0:
            yield each


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    folder = os.path.join(os.path.abspath(parser.parse_args().build), "python")
    if not glob.glob(os.path.join(folder, "quotient", "_native*.so")):
        print("FAIL the module was not built\n0 passed, 1 failed")
        return 1
    python = next(interpreters())
    done = subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", HERE], env={**os.environ, "PYTHONPATH": folder, "QUOTIENT": os.path.join(os.path.dirname(folder), "src", "cli", "quotient"), "PYTHONDONTWRITEBYTECODE": "1"},
                          capture_output=True, text=True, check=False)
    print(done.stdout[-6000:], done.stderr[-2000:], sep="")
    number = lambda word: int((re.search(rf"(\d+) {word}", done.stdout) or [0, 0])[1])
    failed = number("failed") + number("error") or int(done.returncode != 0)
    print(f"{number('passed')} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
