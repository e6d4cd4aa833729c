#!/usr/bin/env python3
"""Searches on several ranks, with mpirun, beside the program alone: exit code, text, JSON and the file of the run, byte
for byte but for times, memory and threads. Then how ranks end: wrong input, limits, signals, a rank that is killed.

    tests/cluster/ranks.py --program PROGRAM [--ranks 2,4] [--only TEXT]
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import checks  # noqa: E402
from waiting import PATIENCE, expect, wait_for_states  # noqa: E402

# Its components for networks take half a second to find out that there is one machine.
LAUNCH = ["mpirun", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1", "--mca", "btl", "self,vader", "--mca", "pml", "ob1"]
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")

# Each with every number of ranks.
THOROUGH = [
    ["examples/peterson.pml", "-DN=4", "--partial-order", "on"],
    ["examples/locking_protocol.pml", "--all"],
]
# Each with one of them, in turn. Verified and violated in all languages, with and without symmetry and partial orders.
OTHERS = [
    ["examples/peterson.pml", "--symmetry", "off", "--partial-order", "off"],
    ["examples/peterson.pml", "--symmetry", "off", "--partial-order", "on"],
    ["examples/peterson_no_atomicity.pml"],
    ["examples/philosophers.pml", "--partial-order", "off"],
    ["examples/philosophers.pml", "--partial-order", "on"],
    ["examples/simple_mutex.pml", "--symmetry", "off"],
    ["examples/alternating_bit.pml", "--partial-order", "on"],
    ["examples/msi.pml", "--max-depth", "7"],
    ["examples/resource_allocator_3_3_3.pml", "--partial-order", "on"],
    ["examples/peterson_formulas.pml"],
    ["examples/b/Scheduler.mch"],
    ["examples/b/Scheduler.mch", "--symmetry", "off"],
    ["examples/b/Philosophers.mch"],
    ["examples/b/LiftImpatient.mch"],
    ["examples/b/Tray.mch", "--all"],
    ["examples/b/Bank.mch", "--symmetry", "off"],
    ["examples/mcrl2/philosophers2.mcrl2"],
    ["examples/mcrl2/philosophers2.mcrl2", "--symmetry", "off"],
    ["examples/mcrl2/abp.mcrl2"],
    ["examples/mcrl2/locker.mcrl2", "--symmetry", "off"],
    ["examples/mcrl2/buffer.mcrl2"],
    ["examples/mcrl2/lock_server.mcrl2"],
]

# Of the machine and the moment, not of the model.
VARYING = {"seconds", "memory_bytes", "bytes_per_state", "date", "arguments", "command", "threads", "bytes", "after",
           "broken_by"}  # the last: looked for as long as there is time
# What is not shared out is done by one rank, and that is said.
ABOUT_RANKS = "one rank searched"


# With threads within each rank: --threads was ignored there.
THREADED = {"examples/peterson.pml", "examples/b/Scheduler.mch", "examples/mcrl2/buffer.mcrl2"}


def settled(value):
    if isinstance(value, dict):
        return {k: settled(v) for k, v in value.items() if k not in VARYING}
    if isinstance(value, list):
        return [settled(v) for v in value if not (isinstance(v, dict) and ABOUT_RANKS in str(v.get("message", "")))]
    return value


def lines_of(text):
    without_colour = re.sub(r"\x1b\[[0-9;]*m", "", text)
    return [line for line in without_colour.splitlines() if not re.match(r"  (time|memory) ", line) and ABOUT_RANKS not in line]


def run(folder, name, command, threads="1"):
    """Exit code, lines of text, JSON, the file of the run."""
    out, trace = os.path.join(folder, name + ".json"), os.path.join(folder, name + ".trace")
    # A folder of its own for each: an mpirun that ends removes the one that another at the same time has just made.
    files = os.path.join(folder, name)
    os.mkdir(files)
    try:
        process = subprocess.run(command + ["--threads", threads, "--json", out, "--trace", trace], cwd=ROOT,
                                 env=dict(ENVIRONMENT, TMPDIR=files), capture_output=True, text=True, timeout=600)
    except subprocess.TimeoutExpired:
        return "no end"
    result, steps = None, None
    if os.path.exists(out):
        with open(out, encoding="utf-8") as file:
            result = settled(json.load(file))
    if os.path.exists(trace):
        with open(trace, encoding="utf-8") as file:
            steps = [line for line in file.read().splitlines() if ".json" not in line]
    if result is None:
        print(process.stderr)
    return process.returncode, lines_of(process.stdout), result, steps


def differences(alone, found):
    if found == "no end" or alone == "no end":
        return "  no end"
    text = ""
    for what, a, b in zip(("exit code", "text", "JSON", "file of the run"), alone, found):
        if a == b:
            continue
        if isinstance(a, dict) and isinstance(b, dict):
            for key in sorted(set(a) | set(b)):
                if a.get(key) != b.get(key):
                    text += f"  {key}: {str(a.get(key))[:300]} alone, {str(b.get(key))[:300]} with ranks\n"
        else:
            text += f"  {what}: {str(a)[:600]} alone, {str(b)[:600]} with ranks\n"
    return text


def same_results(program, numbers, only, folder):
    def compare(job):
        index, case = job
        alone = run(folder, f"alone{index}", [program, "check", *case])
        found = []
        for ranks in numbers if index < len(THOROUGH) else [numbers[index % len(numbers)]]:
            threads = "2" if case[0] in THREADED else "1"
            result = run(folder, f"ranks{index}-{ranks}", [*LAUNCH, "-np", str(ranks), program, "check", *case], threads)
            found.append((f"{ranks} ranks of {threads}: {' '.join(case)}", result == alone, differences(alone, result)))
        return alone, found

    jobs = [(i, case) for i, case in enumerate(THOROUGH + OTHERS) if only in " ".join(case)]
    verdicts = set()
    with ThreadPoolExecutor(2) as pool:
        for (_, case), (alone, found) in zip(jobs, pool.map(compare, jobs)):
            verdicts.add((case[0].rsplit(".", 1)[1], alone[0]))
            for what, holds, detail in found:
                checks.expect(what, holds, detail)
    if not only:  # no test that cannot fail: each language has a model that holds, and one that does not
        checks.same("verdicts", {(language, code) for language, code in verdicts if code in (0, 1)},
                    {(language, code) for language in ("pml", "mch", "mcrl2") for code in (0, 1)})


def launched(program, ranks, *arguments, **options):
    return subprocess.Popen([*LAUNCH, "-np", str(ranks), program, "check", *arguments], cwd=ROOT, env=ENVIRONMENT, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def wrong_input(program):
    process = launched(program, 3, "examples/is_not_there.pml")
    _, errors = process.communicate(timeout=5 * PATIENCE)
    checks.same("a model that is not there: exit code", process.returncode, 2)
    checks.same("a model that is not there: said once", errors.count("examples/is_not_there.pml"), 1)


def is_alive(pid):
    """More than an exit code that nobody has asked for yet: a launcher that hangs keeps those."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def children_of(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return [child for child in map(int, file.read().split()) if is_alive(child)]
    except (FileNotFoundError, ProcessLookupError):
        return []


def ranks_of(process):
    return children_of(process.pid)


LONG = ["examples/peterson.pml", "-DN=7", "--partial-order", "off", "--symmetry", "off", "--memory", "1G"]


def begin_long_search(program):
    """Until there are states, signals would find ranks that are still being connected."""
    process = launched(program, 3, *LONG, "--progress", "json")
    wait_for_states(process)
    checks.same("there are three ranks", len(ranks_of(process)), 3)
    return process


def limits_hold(program):
    process = launched(program, 3, *LONG, "--time", "1s")
    text, _ = process.communicate(timeout=5 * PATIENCE)
    checks.same("--time: exit code", process.returncode, 3)
    checks.expect("--time: said once", text.count("incomplete:") == 1, text)
    process = launched(program, 3, *LONG[:-1], "30M")
    text, _ = process.communicate(timeout=5 * PATIENCE)
    checks.same("--memory: exit code", process.returncode, 3)
    checks.expect("--memory: said once", text.count("incomplete:") == 1 and "memory" in text, text)


def signals_hold(program):
    process = begin_long_search(program)
    for rank in ranks_of(process):
        os.kill(rank, signal.SIGTERM)
    text, _ = process.communicate(timeout=5 * PATIENCE)
    checks.same("SIGTERM to the ranks: exit code", process.returncode, 3)
    checks.expect("SIGTERM to the ranks: said once", text.count("was interrupted") == 1, text)


def a_dead_rank_ends_all(program):
    process = begin_long_search(program)
    ranks = ranks_of(process)
    os.kill(ranks[-1], signal.SIGKILL)
    text, _ = process.communicate(timeout=5 * PATIENCE)
    checks.expect("a killed rank: the job ends", process.returncode not in (0, 1), f"  {process.returncode}")
    checks.expect("a killed rank: no verdict", "verified" not in text, text)
    expect(lambda: any(os.path.exists(f"/proc/{rank}/exe") for rank in ranks), False, "a killed rank: none is left")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--ranks", default="1,2,3,4,7")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    module = os.path.join(os.path.dirname(program), "libquotient_mpi.so")
    if shutil.which("mpirun") is None or not os.path.exists(module):
        checks.expect("there are mpirun, and libquotient_mpi.so beside the program", False)
        return checks.summary()
    with tempfile.TemporaryDirectory() as folder:
        same_results(program, [int(n) for n in options.ranks.split(",")], options.only, folder)
    if not options.only:
        wrong_input(program)
        limits_hold(program)
        signals_hold(program)
        a_dead_rank_ends_all(program)
    return checks.summary()


if __name__ == "__main__":
    sys.exit(main())
