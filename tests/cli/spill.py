#!/usr/bin/env python3
"""States on disk: with so little memory that a search does not fit, --spill gives the result of the search that has enough. A full
disk ends it as incomplete, and nothing is left behind. Ends with "N passed, M failed".

    tests/cli/spill.py --program build/release/src/cli/quotient
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import checks  # noqa: E402

# Model and options, and a limit of memory that they exceed.
RUNS = [
    (["examples/peterson.pml", "-D", "N=6"], "2500K"),
    (["examples/peterson.pml", "-D", "N=4", "--symmetry", "off"], "900K"),
    (["examples/email.pml", "-D", "N=4", "--symmetry", "off", "--max-depth", "17"], "3M"),
    (["examples/lock.pml", "-D", "N=6", "--all", "--symmetry", "off"], "1500K"),
    (["examples/b/Philosophers.mch", "--set", "Phil=5", "--symmetry", "off"], "3M"),
]
# Of the machine and the moment, and of the steps taken at once or left out, which a search on disk does not do.
VARYING = {"seconds", "memory_bytes", "bytes_per_state", "threads", "arguments", "growth", "date", "broken_by", "command"}
PLAIN = ["--partial-order", "off", "--skip-sequential=never"]


def settled(value):
    if isinstance(value, dict):
        return {k: settled(v) for k, v in value.items() if k not in VARYING}
    return [settled(v) for v in value] if isinstance(value, list) else value


class Runner:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.numbers = random.Random(23)

    def check(self, *arguments, **options):
        process = subprocess.run([self.program, "check", *arguments, "--json", "-"], cwd=ROOT, capture_output=True, text=True,
                                 timeout=300, **options)
        return process.returncode, json.loads(process.stdout) if process.stdout.startswith("{") else None, process.stderr

    def same(self, model, memory):
        what = " ".join(model)
        code, expected, _ = self.check(*model, *PLAIN)
        little, cut, _ = self.check(*model, *PLAIN, "--memory", memory)
        checks.expect(f"{what}: does not fit into {memory}", not cut["complete"], (little, cut["reason"]))
        found_code, found, errors = self.check(*model, "--memory", memory, "--spill", self.folder)
        checks.same(f"{what}: exit code", found_code, code)
        different = {k: (settled(expected).get(k), settled(found).get(k)) for k in {**expected, **(found or {})}
                     if settled(expected).get(k) != settled(found or {}).get(k)}
        checks.expect(f"{what}: the same result", not different, f"{different} {errors}")
        checks.expect(f"{what}: within its memory", found["memory_bytes"] <= found_bytes(memory), found["memory_bytes"])
        checks.same(f"{what}: nothing is left behind", os.listdir(self.folder), [])
        self.resumed(model, memory, code, expected, found["seconds"]["total"])

    def resumed(self, model, memory, code, expected, seconds):
        """Killed and stopped at any time, and resumed with other threads, always beyond its memory: --spill could not be combined
        with --checkpoint."""
        what = " ".join(model)
        for kill in (signal.SIGKILL, signal.SIGTERM):
            with tempfile.TemporaryDirectory() as place:
                run = os.path.join(place, "run")
                command = ["check", *model, "--spill", self.folder, "--checkpoint", run + ",1ms"]
                for threads in (2, 1):
                    process = subprocess.Popen([self.program, *command, "--memory", memory, "--threads", str(threads)], cwd=ROOT,
                                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                    try:
                        process.wait(timeout=seconds * self.numbers.random() * 2)
                    except subprocess.TimeoutExpired:
                        process.send_signal(kill)
                        process.wait()
                    if os.path.exists(os.path.join(run, "RUN")):  # else it was killed before it had read the model
                        command = ["resume", run]
                process = subprocess.run([self.program, *command, "--memory", memory, "--threads", "2", "--json", "-"], cwd=ROOT,
                                         capture_output=True, text=True, timeout=300)
                found = json.loads(process.stdout) if process.stdout.startswith("{") else {}
                different = {k: (settled(expected).get(k), settled(found).get(k)) for k in {**expected, **found}
                             if settled(expected).get(k) != settled(found).get(k)}
                checks.expect(f"{what}: ended by {kill.name} and resumed", process.returncode == code and not different,
                              f"{process.returncode} {different} {process.stderr}")
                checks.same(f"{what}: nothing is left behind", os.listdir(self.folder), [])


def found_bytes(memory):
    return int(float(memory[:-1]) * {"K": 1 << 10, "M": 1 << 20}[memory[-1]])


def refusals(runner):
    for arguments, words in [(["--search", "dfs"], "--search bfs"), (["--store", "compact"], "--store exact"),
                             (["--partial-order", "on"], "--partial-order on"), (["--max-states", "10"], "--max-states")]:
        code, _, errors = runner.check("examples/lock.pml", "--spill", runner.folder, *arguments)
        checks.expect(f"refused with {' '.join(arguments[:2])}", code == 2 and words in errors, errors)


def full_disk(runner):
    """A file system of four megabytes of its own, where that can be had."""
    where = os.path.join(runner.folder, "small")
    os.mkdir(where)
    command = (f"mount -t tmpfs -o size=4M none {where} && {runner.program} check examples/peterson.pml -D N=6 "
               f"--memory 2500K --spill {where}; code=$?; ls -A {where}; exit $code")
    process = subprocess.run(["unshare", "-m", "sh", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=300)
    os.rmdir(where)
    if "mount" in process.stderr or "unshare" in process.stderr:
        return
    checks.expect("a full disk", process.returncode == 3 and process.stdout.startswith("incomplete:") and "disk" in process.stdout,
                  process.stdout + process.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    program = os.path.abspath(parser.parse_args().program)
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(program, folder)
        for model, memory in RUNS:
            runner.same(model, memory)
        code, _, errors = runner.check("examples/peterson.pml", "-D", "N=6", "--memory", "2500K", "--spill", folder + "/nowhere")
        checks.expect("a folder that is not there", code == 2 and "nowhere" in errors, errors)
        refusals(runner)
        full_disk(runner)
    return checks.summary()


if __name__ == "__main__":
    sys.exit(main())
