#!/usr/bin/env python3
"""`quotient cluster`: jobs of which ranks are killed (kill -9) go on by themselves, and answer as a run that nobody
interrupted. Then how it ends where it should not go on: wrong input, limits, signals.

    tests/cluster/restarts.py --program PROGRAM [--kills 6] [--seed 1]
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
from kills import RUNS
from waiting import PATIENCE, wait_for_states

checks = ranks.checks
ROOT = ranks.ROOT

# Seconds of work for two ranks, so that there is something to kill; and more than a test waits for.
LONG = ["examples/peterson.pml", "-DN=7", "--partial-order", "off", "--engine", "interpreter"]
ENDLESS = ["examples/peterson.pml", "-DN=9", "--partial-order", "off", "--engine", "interpreter"]


class Jobs:
    def __init__(self, program, folder, numbers):
        self.program, self.folder, self.numbers = program, folder, numbers
        self.checkpoint = os.path.join(folder, "run")

    def start(self, count, interval, *check):
        return subprocess.Popen(
            [self.program, "cluster", "-n", str(count), "--checkpoint", f"{self.checkpoint},{interval}", "--", "check", *check],
            cwd=ROOT, env=dict(ranks.ENVIRONMENT, TMPDIR=self.folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def forget(self):
        shutil.rmtree(self.checkpoint, ignore_errors=True)

    def kill_one(self, job):
        """One rank of the job, by its number. Whether there was one."""
        for launcher in ranks.children_of(job.pid):
            victims = ranks.children_of(launcher)
            if victims:
                try:
                    os.kill(self.numbers.choice(victims), signal.SIGKILL)
                    return True
                except ProcessLookupError:
                    pass
        return False

    def expected(self, run):
        process = subprocess.run([self.program, "check", *run, "--threads", "1", "--json", "-"], cwd=ROOT,
                                 capture_output=True, text=True, timeout=300)
        return process.returncode, ranks.settled(json.loads(process.stdout))

    def killed_and_done(self, run, kills):
        """How many ranks were killed on the way, and what is wrong with the result."""
        code, expected = self.expected(run)
        self.forget()
        out = os.path.join(self.folder, "out.json")
        job = self.start(self.numbers.choice([2, 3, 4]), "0s", *run, "--threads", "1", "--json", out)
        killed = 0
        while job.poll() is None and killed < kills:
            time.sleep(self.numbers.uniform(0.3, 2.0))
            killed += self.kill_one(job)
        try:
            _, errors = job.communicate(timeout=600)
        except subprocess.TimeoutExpired:
            job.terminate()
            return killed, "no end"
        with open(out, encoding="utf-8") as file:
            found = ranks.settled(json.load(file))
        # How often it was begun changes what was noted of its growth.
        if job.returncode == code and {**found, "growth": 0} == {**expected, "growth": 0}:
            return killed, ""
        return killed, f"{job.returncode} {errors[-500:]}\n" + ranks.differences((code, 0, expected), (job.returncode, 0, found))


def goes_on(jobs, kills):
    killed, turn = 0, 0
    while killed < kills and turn < 4 * kills:
        run = LONG if turn % 2 == 0 else jobs.numbers.choice(RUNS)
        now, problem = jobs.killed_and_done(run, jobs.numbers.choice([1, 2, 3]))
        checks.expect(f"{now} killed: {' '.join(run)}", not problem, problem)
        killed += now
        turn += 1
    checks.expect("ranks were killed", killed >= kills, f"  {killed}")
    print(f"{killed} kills")


def ends(jobs):
    def outcome(*arguments):
        process = subprocess.run([jobs.program, "cluster", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=600,
                                 env=dict(ranks.ENVIRONMENT, TMPDIR=jobs.folder))
        return process.returncode, process.stdout, process.stderr

    jobs.forget()
    violated = ["examples/lock.pml"]
    code, text, errors = outcome("-n", "2", "--checkpoint", jobs.checkpoint, "--", "check", *violated)
    checks.expect("violated", code == 1 and text.startswith("violated:") and not errors, text + errors)
    code, text, _ = outcome("-n", "2", "--checkpoint", jobs.checkpoint, "--", "check", *violated)
    checks.expect("a run that is done is not done again", code == 1 and text.startswith("violated:"), text)
    process = subprocess.run([jobs.program, "status", jobs.checkpoint], capture_output=True, text=True, timeout=600)
    checks.expect("status: how it ended", "ended: violated" in process.stdout, process.stdout)

    jobs.forget()
    code, text, errors = outcome("-n", "2", "--checkpoint", jobs.checkpoint, "--", "check", "nowhere.pml")
    checks.expect("no such model", code == 2 and "nowhere.pml" in errors and "again" not in errors, errors)
    code, text, errors = outcome("-n", "2", "--checkpoint", jobs.checkpoint, "--", "check", *ENDLESS, "--time", "2s")
    checks.expect("--time", code == 3 and text.count("incomplete:") == 1 and "again" not in errors, text + errors)
    for arguments, words in [
            (("--checkpoint", "x", "--", "check", "m.pml"), "-n is missing"),
            (("-n", "2", "--", "check", "m.pml"), "--checkpoint is missing"),
            (("-n", "2", "--checkpoint", "x"), "what to run is missing"),
            (("-n", "2", "--checkpoint", "x", "--", "simulate", "m.pml"), "not 'simulate'"),
            (("-n", "2", "--checkpoint", "x", "--", "check", "m.pml", "--checkpoint", "y"), "before the --"),
            (("-n", "0", "--checkpoint", "x", "--", "check", "m.pml"), "-n"),
            (("-n", "2", "--checkpoint", "x", "--", "check", "m.pml", "--syms"), "--syms")]:
        code, _, errors = outcome(*arguments)
        checks.expect(words, code == 2 and words in errors, errors)

    jobs.forget()
    job = jobs.start(2, "10m", *ENDLESS, "--progress", "json")
    wait_for_states(job)
    job.send_signal(signal.SIGTERM)
    text, errors = job.communicate(timeout=5 * PATIENCE)
    checks.expect("SIGTERM", job.returncode == 3 and "incomplete:" in text and "again" not in errors, text + errors)
    checks.expect("SIGTERM: a checkpoint", os.path.exists(os.path.join(jobs.checkpoint, "RUN")))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--kills", type=int, default=4)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    with tempfile.TemporaryDirectory() as folder:
        jobs = Jobs(os.path.abspath(options.program), folder, random.Random(options.seed))
        ends(jobs)
        goes_on(jobs, options.kills)
    return checks.summary()


if __name__ == "__main__":
    sys.exit(main())
