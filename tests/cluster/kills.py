#!/usr/bin/env python3
"""Checkpoints together with ranks: runs of which one rank is killed (kill -9) at a random moment, resumed with another
number of ranks or by the program alone, until they end. The result is that of a run that nobody interrupted.

    tests/cluster/kills.py --program PROGRAM [--kills 40] [--seed 1]
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import ranks

checks = ranks.checks
ROOT = ranks.ROOT

RUNS = [
    ["examples/peterson.pml", "-DN=5", "--partial-order", "off"],
    ["examples/peterson.pml", "-DN=4", "--symmetry", "off", "--partial-order", "on"],
    ["examples/leader_election.pml", "--skip-sequential=always"],
    ["examples/lock.pml", "-DN=5", "--all", "--symmetry", "off"],
    ["examples/email.pml", "-DN=4", "--partial-order", "on"],
    ["examples/b/Philosophers.mch", "--set", "Phil=5"],
    ["examples/mcrl2/philosophers2.mcrl2", "--symmetry", "off"],
]


class Kills:
    def __init__(self, program, folder, numbers):
        self.program, self.folder, self.numbers = program, folder, numbers
        self.killed = 0
        self.expected = {}
        self.seconds = {}

    def plain(self, run):
        key = tuple(run)
        if key not in self.expected:
            process = subprocess.run([self.program, "check", *run, "--threads", "1", "--json", "-"], cwd=ROOT,
                                     capture_output=True, text=True, timeout=300)
            self.expected[key] = process.returncode, ranks.settled(json.loads(process.stdout))
        return self.expected[key]

    def start(self, count, arguments):
        launch = [*ranks.LAUNCH, "-np", str(count)] if count > 0 else []
        return subprocess.Popen([*launch, self.program, *arguments], cwd=ROOT, env=dict(ranks.ENVIRONMENT, TMPDIR=self.folder),
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def kill_one(self, process, count):
        """Of the processes that this script has started, one rank, by its number."""
        time.sleep(self.numbers.uniform(0.05, 1.2))
        victims = ranks.ranks_of(process) if count > 0 else [process.pid]
        if process.poll() is None and victims:
            try:
                os.kill(self.numbers.choice(victims), signal.SIGKILL)
                self.killed += 1
            except ProcessLookupError:
                pass

    @staticmethod
    def wait(process, count):
        """What it wrote on standard error; None where it does not end. An mpirun of Open MPI 4.1 that loses a rank while
        it starts them may wait for ever, without any rank: it is ended then."""
        begin = alone = time.monotonic()
        while time.monotonic() - begin < 600:
            try:
                return process.communicate(timeout=0.5)[1]
            except subprocess.TimeoutExpired:
                pass
            if count == 0 or (process.poll() is None and ranks.ranks_of(process)):
                alone = time.monotonic()
            elif time.monotonic() - alone > 20:  # it takes seconds to start the first one where everybody is busy
                process.kill()
        for rank in ranks.ranks_of(process):
            os.kill(rank, signal.SIGKILL)
        process.kill()
        return None

    def once(self, run, kills):
        """True where the run has ended as it should."""
        code, expected = self.plain(run)
        checkpoint = os.path.join(self.folder, "run")
        shutil.rmtree(checkpoint, ignore_errors=True)
        history = []
        for turn in range(kills + 1):
            count = self.numbers.choice([0, 2, 3, 4]) if turn > 0 else self.numbers.choice([2, 3])
            history.append(count)
            out = os.path.join(self.folder, "out.json")
            if os.path.exists(out):
                os.remove(out)
            has_begun = os.path.exists(os.path.join(checkpoint, "RUN"))
            if not has_begun:  # nothing of use yet
                shutil.rmtree(checkpoint, ignore_errors=True)
            command = ["resume", checkpoint] if has_begun else ["check", *run, "--checkpoint", checkpoint + ",0s"]
            process = self.start(count, [*command, "--threads", "1", "--json", out])
            if turn < kills:
                self.kill_one(process, count)
            errors = self.wait(process, count)
            if errors is None:
                return f"no end: {history}"
            if turn == kills or process.returncode == code:
                with open(out, encoding="utf-8") if os.path.exists(out) else open(os.devnull, encoding="utf-8") as file:
                    text = file.read()
                found = ranks.settled(json.loads(text)) if text else None
                # How often it was begun changes what was noted of its growth.
                same = found is not None and {**found, "growth": 0} == {**expected, "growth": 0}
                if process.returncode == code and same:
                    return ""
                return f"{history}: {process.returncode} {errors[:500]}\n" + ranks.differences(
                    (code, 0, expected), (process.returncode, 0, found or {}))
        return "never ended"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    numbers = random.Random(options.seed)
    print(f"seed {options.seed}")
    with tempfile.TemporaryDirectory() as folder:
        kills = Kills(os.path.abspath(options.program), folder, numbers)
        turn = 0
        while kills.killed < options.kills and turn < 4 * options.kills + len(RUNS):
            run = RUNS[turn % len(RUNS)]
            problem = kills.once(run, numbers.choice([1, 2, 3]))
            checks.expect(f"{' '.join(run)}", not problem, problem)
            turn += 1
        checks.expect("ranks were killed", kills.killed >= options.kills, f"  {kills.killed}")
    print(f"{kills.killed} kills")
    return checks.summary()


if __name__ == "__main__":
    sys.exit(main())
