#!/usr/bin/env python3
"""Checkpoints: a run that is ended, killed or cut off, and resumed with another number of threads, answers as one that was
never interrupted; what is damaged is refused, or the checkpoint before it is used. Ends with "N passed, M failed".

    tests/cli/checkpoints.py --program build/release/src/cli/quotient
    tests/cli/checkpoints.py --program ... --kills 200 --mutations 1000     the long form (./test --all)
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

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import checks  # noqa: E402
from waiting import PATIENCE, wait_for_states  # noqa: E402

# Model and options: all languages, with and without symmetry and partial orders, verified and violated, all violations,
# steps that stand for several.
RUNS = [
    ["examples/peterson.pml", "-D", "N=5"],
    ["examples/peterson.pml", "-D", "N=4", "--partial-order", "off"],
    ["examples/peterson.pml", "-D", "N=3", "--symmetry", "off", "--partial-order", "off"],
    ["examples/peterson.pml", "-D", "N=3", "--symmetry", "off", "--partial-order", "on"],
    ["examples/lock.pml"],
    ["examples/lock.pml", "--all"],
    ["examples/lock.pml", "-D", "N=5", "--all", "--symmetry", "off"],
    ["examples/email.pml", "--store", "compact"],
    ["examples/leader_election.pml", "--skip-sequential=always"],
    ["examples/leader_election.pml", "--partial-order", "on"],
    ["examples/b/Philosophers.mch", "--set", "Phil=4"],
    ["examples/b/Philosophers.mch", "--set", "Phil=3", "--symmetry", "off"],
    ["examples/mcrl2/philosophers2.mcrl2"],
    ["examples/mcrl2/philosophers2.mcrl2", "--symmetry", "off"],
    ["examples/mcrl2/abp.mcrl2"],
    # Two definitions: what was written on the command line has one name for all of them, and such runs were refused.
    ["examples/philosophers.pml", "-D", "N=5", "-D", "LEFT_HANDED", "--partial-order", "off"],
    # Infinite runs, level by level: with and without symmetry, partial orders and fairness. They began anew.
    ["examples/philosophers.pml", "-D", "N=8", "-D", "LEFT_HANDED", "--property", "progress"],
    ["examples/philosophers.pml", "-D", "N=6", "-D", "LEFT_HANDED", "--property", "progress", "--fairness", "strong"],
    ["examples/peterson.pml", "-D", "N=4", "--ltl", "[] <> (inside == 1)", "--fairness", "weak"],
    ["examples/peterson.pml", "-D", "N=5", "--ltl", "[] (level[1] == 2 -> <> (inside == 1))"],
    ["examples/peterson.pml", "-D", "N=3", "--ltl", "[] <> (inside == 1)", "--symmetry", "off", "--partial-order", "on"],
    ["examples/peterson_formulas.pml"],
    ["examples/b/Lock.mch", "--ltl", "G ([StartWrite] => F [EndWrite])"],
    ["examples/mcrl2/abp.mcrl2", "--ltl", "G (r1 => F s4)"],
]
# One that takes some seconds, so that it can be killed on its way.
LONG_RUNS = [
    ["examples/peterson.pml", "-D", "N=6", "--engine", "interpreter"],
    ["examples/email.pml", "-D", "N=5", "--engine", "interpreter"],
    ["examples/bakery.pml", "--partial-order", "off", "--skip-sequential=never", "--engine", "interpreter"],
    ["examples/mcrl2/philosophers2.mcrl2", "--symmetry", "off"],
    ["examples/b/Philosophers.mch", "--set", "Phil=6"],
    ["examples/philosophers.pml", "-D", "N=8", "-D", "LEFT_HANDED", "--property", "progress", "--fairness", "strong",
     "--engine", "interpreter"],
]


def normal(result):
    """A result without what depends on the clock, on the machine and on how often it was begun."""
    for key in ("seconds", "memory_bytes", "bytes_per_state", "threads", "growth", "engine", "arguments", "command"):
        result.pop(key, None)
    result.get("symmetry", {}).pop("broken_by", None)  # looked for as long as there is time
    for claim in result.get("claims", []):
        claim.pop("seconds", None)
    return result


def check(holds, what):
    checks.expect(what, holds)


class Runner:
    def __init__(self, program, folder):
        self.program = program
        self.folder = folder

    def start(self, arguments, **options):
        return subprocess.Popen([self.program] + arguments, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, **options)

    def run(self, arguments, timeout=600):
        process = self.start(arguments)
        out, err = process.communicate(timeout=timeout)
        return process.returncode, out, err

    def fresh(self):
        path = os.path.join(self.folder, "run")
        shutil.rmtree(path, ignore_errors=True)
        return path

    def plain(self, run):
        code, out, err = self.run(["check"] + run + ["--json", "-"])
        if not out.startswith("{"):
            raise SystemExit(f"no result of {run}: {err}")
        return code, normal(json.loads(out))

    def whole(self, run):
        code, out, err = self.run(["check"] + run + ["--checkpoint", self.fresh(), "--json", "-"])
        return code, normal(json.loads(out)) if out.startswith("{") else None, err

    def resume(self, path, more=()):
        code, out, err = self.run(["resume", path, "--json", "-"] + list(more))
        return code, normal(json.loads(out)) if out.startswith("{") else None, err


def whole_files(path):
    """Every manifest's folder holds no file that was not finished."""
    return not any(name.endswith(".new") for _, _, names in os.walk(path) for name in names)


def limits(runner, numbers):
    for run in RUNS:
        name = " ".join(run)
        code, expected = runner.plain(run)
        if "--ltl" in run or "--property" in run or "formulas" in run[0]:
            # In memory these may go deep; what is saved is searched level by level, which finds shorter runs.
            whole, expected, err = runner.whole(run)
            check(whole == code, f"{name}: the verdict of the search that is not saved: {whole} {err}")
        for share in (0.1, 0.6):
            path = runner.fresh()
            most = max(2, int(expected["states"] * share))
            runner.run(["check"] + run + ["--checkpoint", path, "--max-states", str(most)])
            ended, _, _ = runner.run(["status", path])
            check(ended == 0, f"{name}: status of a run that was ended")
            # Once more in the middle, then to the end.
            runner.resume(path, ["--max-states", str(max(3, int(expected["states"] * 0.8)))])
            threads = ["--threads", str(numbers.choice([1, 2, 3]))]
            again, result, err = runner.resume(path, threads)
            check(again == code and result == expected,
                  f"{name}: resumed after {most} of {expected['states']} states: {again} {err}")
            again, result, err = runner.resume(path)
            check(again == code and result == expected, f"{name}: resumed when it was done: {err}")
            check(whole_files(path), f"{name}: nothing unfinished is left")


def kills(runner, numbers, count):
    expected = {}
    for i in range(count):
        run = LONG_RUNS[i % len(LONG_RUNS)]
        name = " ".join(run)
        if name not in expected:
            begin = time.monotonic()
            expected[name] = runner.whole(run)[:2], time.monotonic() - begin
        (code, result), seconds = expected[name]
        path = runner.fresh()
        arguments = ["check"] + run + ["--checkpoint", path + ",1ms"]
        kill = numbers.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM])
        for _ in range(3):
            process = runner.start(arguments)
            try:
                process.communicate(timeout=seconds * numbers.random() * 1.5)
            except subprocess.TimeoutExpired:
                process.send_signal(kill)
                process.communicate()
            if not os.path.exists(os.path.join(path, "RUN")):
                continue
            arguments = ["resume", path, "--threads", str(numbers.choice([1, 2, 4]))]
        if not os.path.exists(os.path.join(path, "RUN")):
            continue  # killed before it had read the model
        again, found, err = runner.resume(path)
        check(again == code and found == result, f"{name}: killed and resumed: {again} {err}")
        check(whole_files(path), f"{name}: killed, and nothing unfinished is left")


# And where it is cut off: one with states alone, one with steps.
DAMAGED = [
    (["examples/peterson.pml", "-D", "N=5", "--partial-order", "off"], "4000"),
    (["examples/peterson.pml", "-D", "N=4", "--ltl", "[] <> (inside == 1)", "--fairness", "weak"], "3000"),
]


def mutations(runner, numbers, count):
    for run, states in DAMAGED:
        damage(runner, numbers, count // len(DAMAGED), run, states)


def damage(runner, numbers, count, run, states):
    code, expected, _ = runner.whole(run)
    path = runner.fresh()
    runner.run(["check"] + run + ["--checkpoint", path + ",1ms", "--max-states", states])
    saved = os.path.join(runner.folder, "saved")
    shutil.rmtree(saved, ignore_errors=True)
    shutil.copytree(path, saved)
    files = sorted(os.path.join(folder, name) for folder, _, names in os.walk(saved) for name in names if name != "LOCK")
    wrong = 0
    refused = 0
    for i in range(count):
        shutil.rmtree(path)
        shutil.copytree(saved, path)
        victim = os.path.join(path, os.path.relpath(files[i % len(files)], saved))
        with open(victim, "rb") as file:
            text = bytearray(file.read())
        how = numbers.randrange(4)
        if how == 0:
            os.remove(victim)
        else:
            if how == 1 and text:
                text[numbers.randrange(len(text))] ^= 1 << numbers.randrange(8)
            elif how == 2:
                text = text[:numbers.randrange(len(text) + 1)]
            else:
                text += bytes(numbers.randrange(256) for _ in range(numbers.randrange(1, 9)))
            with open(victim, "wb") as file:
                file.write(text)
        again, result, err = runner.resume(path)
        refused += again == 2
        if not (again == 2 or (again == code and result == expected)):
            wrong += 1
            print(f"damaged {victim} ({how}): {again} {err}")
    name = " ".join(run)
    check(wrong == 0, f"{name}: {count} damaged checkpoints: resumed exactly or refused; {wrong} were not")
    check(0 < refused < count, f"{name}: some are refused, some fall back on the checkpoint before: {refused} of {count}")


def refusals(runner):
    path = runner.fresh()
    model = os.path.join(runner.folder, "model.pml")
    include = os.path.join(ROOT, "examples")
    with open(os.path.join(ROOT, "examples/peterson.pml"), encoding="utf-8") as file:
        text = file.read()
    with open(model, "w", encoding="utf-8") as file:
        file.write(text)
    runner.run(["check", model, "-D", "N=5", "-I", include, "--checkpoint", path, "--max-states", "5000"])
    code, _, err = runner.run(["check", model, "-I", include, "--checkpoint", path])
    check(code == 2 and "contains checkpoints of a run" in err, f"a folder is not used twice: {err}")
    with open(model, "a", encoding="utf-8") as file:
        file.write("/* one more line */\n")
    code, result, err = runner.resume(path)
    check(code == 2 and "has changed since" in err, f"a model that has changed is refused: {err}")
    with open(model, "w", encoding="utf-8") as file:
        file.write(text)
    code, result, err = runner.resume(path)
    check(code == 0 and result["verdict"] == "verified", f"and as it was, it is resumed: {err}")
    for arguments, what in ([["--search", "dfs"], "--search bfs"], [["--store", "bitstate"], "--store exact"]):
        code, _, err = runner.run(["check", model, "-I", include, "--checkpoint", runner.fresh()] + arguments)
        check(code == 2 and what in err, f"what cannot be saved is refused: {err}")
    code, _, err = runner.run(["resume", runner.folder])
    check(code == 2 and "no checkpoints" in err, f"a folder without checkpoints: {err}")
    code, _, err = runner.run(["check", model, "-I", include, "--checkpoint", "/proc/nowhere"])
    check(code == 2, f"a folder that cannot be made: {err}")


def terminated(runner):
    """A signal writes a checkpoint of the level that was begun last, at once."""
    path = runner.fresh()
    process = runner.start(["check", "examples/peterson.pml", "-D", "N=10", "--partial-order", "off", "--engine", "interpreter", "--checkpoint", path, "--progress", "json"])
    wait_for_states(process)
    process.terminate()
    out, err = process.communicate(timeout=5 * PATIENCE)
    check(process.returncode == 3 and "incomplete" in out, f"ended by SIGTERM: {process.returncode} {out} {err}")
    code, out, _ = runner.run(["status", path])
    check(code == 0 and "under way" in out and " 0 states," not in out, f"its checkpoint: {out}")
    second = runner.start(["resume", path, "--progress", "json"])
    wait_for_states(second)
    code, _, err = runner.run(["resume", path])
    check(code == 2 and "another process" in err, f"two processes do not share a folder: {err}")
    second.terminate()
    second.communicate()


def full_disk(runner):
    """On a disk of 64 KB the search goes on, and says that there will be no further checkpoint."""
    small = os.path.join(runner.folder, "small")
    os.mkdir(small)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", small], capture_output=True).returncode != 0:
        return  # only for root
    try:
        code, out, err = runner.run(["check", "examples/peterson.pml", "-D", "N=5", "--checkpoint", small + ",1ms"])
        check(code == 0 and "no further checkpoint" in out, f"a full disk: {code} {out} {err}")
        code, result, err = runner.resume(small)
        _, whole = runner.plain(["examples/peterson.pml", "-D", "N=5"])
        check(code == 0 and result["states"] == whole["states"], f"and the last checkpoint is good: {code} {err}")
    finally:
        subprocess.run(["umount", small], check=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--mutations", type=int, default=60)
    parser.add_argument("--seed", type=int, default=23)
    options = parser.parse_args()
    numbers = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="quotient-checkpoints-") as folder:
        runner = Runner(os.path.abspath(options.program), folder)
        refusals(runner)
        terminated(runner)
        full_disk(runner)
        limits(runner, numbers)
        mutations(runner, numbers, options.mutations)
        kills(runner, numbers, options.kills)
    return checks.summary()


if __name__ == "__main__":
    sys.exit(main())
