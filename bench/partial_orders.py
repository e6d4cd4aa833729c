"""bench/side_by_side --partial-order: states and processor time beside pan with the reduction that it has by default."""

import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

from measuring import ROOT, machine, timed, write_between_marks

MODELS = [
    "bench/models/ring_ids.pml", "bench/models/needham_intruder.pml", "bench/models/publish_subscribe.pml",
    "bench/models/token_ring.pml", "bench/models/sliding_link.pml", "bench/models/abp_lossy.pml", "bench/models/pipeline.pml",
    "bench/models/link_layer.pml", "examples/alternating_bit.pml", "examples/bakery.pml:N=3,TICKETS=3", "examples/email.pml:N=3",
    "examples/german.pml:N=3", "examples/leader_election.pml:N=5", "examples/peterson.pml:N=4",
    "examples/peterson_no_atomicity.pml", "examples/philosophers.pml:N=7,LEFT_HANDED",
    "examples/producer_consumer.pml:PRODUCERS=3,CONSUMERS=3,SLOTS=2", "examples/readers_writers.pml",
    "examples/sliding_window.pml", "examples/three_tiered.pml", "examples/two_phase_commit.pml",
]


def run_quotient(arguments, model, defines, folder, *more, threads=1):
    """Processor seconds and what is said; everything is looked for, as pan -c0 does."""
    command = [arguments.quotient, "check", model, "--all", "--quiet", "--threads", str(threads), "--engine", arguments.engine, *more]
    for define in defines:
        command += ["-D", define]
    seconds, _, text = timed(command, cwd=folder)
    return seconds, text


def result_of(*arguments, **more):
    """Takes longer than a run that pan's is compared with: a result as data has more in it, such as a diagram of messages."""
    return json.loads(run_quotient(*arguments, "--json", "-", **more)[1])


def median_of_runs(arguments, run):
    outcomes = [run() for _ in range(arguments.runs)]
    return statistics.median(seconds for seconds, _ in outcomes), outcomes[0][1]


def stored(pan_says):
    return int(re.search(r"(\d+) states, stored", pan_says)[1])


def same(one, other):
    """What must not depend on threads."""
    parts = ("states", "transitions", "verdict", "violations", "unreached")
    return all(one.get(part) == other.get(part) for part in parts)


def measure(arguments, model, defines):
    with tempfile.TemporaryDirectory(prefix="partial-orders-") as folder:
        subprocess.run(["spin", *[f"-D{define}" for define in defines], "-a", model], cwd=folder, check=True, capture_output=True)
        subprocess.run(["gcc", "-O2", "-w", "-DSAFETY", "-o", "pan", "pan.c"], cwd=folder, check=True)
        pan = ["./pan", "-m1000000", "-c0"]
        width = max(16, math.ceil(math.log2(stored(timed(pan, cwd=folder)[2]))))  # of its hash table
        pan_seconds, says = median_of_runs(arguments, lambda: timed([*pan, f"-w{width}"], cwd=folder)[::2])
        ours = {}
        for name, symmetry, order in (("neither", "off", "off"), ("orders", "off", "on"), ("symmetry", "auto", "off"),
                                      ("both", "auto", "on"), ("auto", "auto", "auto")):
            more = ("--symmetry", symmetry, "--partial-order", order)
            result = result_of(arguments, model, defines, folder, *more)  # native code is compiled now, as pan was
            ours[name] = median_of_runs(arguments, lambda m=more: run_quotient(arguments, model, defines, folder, *m))[0], result
        two = result_of(arguments, model, defines, folder, "--symmetry", "off", "--partial-order", "on", threads=2)
        return {"name": " ".join([os.path.basename(model), *defines]), "pan": stored(says),
                "pan_seconds": pan_seconds, "threads_agree": same(ours["orders"][1], two),
                **{name: result["states"] for name, (_, result) in ours.items()},
                **{f"{name}_seconds": seconds for name, (seconds, _) in ours.items()}}


def table(rows):
    lines = ["| model | pan | all states | partial orders | symmetry | both | auto | of pan's states | of pan's time |",
             "|---|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for r in rows:
        lines.append(f"| `{r['name']}` | {r['pan']:,} | {r['neither']:,} | {r['orders']:,} | {r['symmetry']:,} | {r['both']:,} "
                     f"| {r['auto']:,} | {r['orders'] / r['pan']:.3f} | {r['orders_seconds'] / r['pan_seconds']:.2f} |")
    states = statistics.geometric_mean(r["orders"] / r["pan"] for r in rows)
    times = statistics.geometric_mean(r["orders_seconds"] / max(r["pan_seconds"], 0.001) for r in rows)
    more = [r["name"] for r in rows if r["orders"] > r["pan"]]
    apart = [r["name"] for r in rows if r["both"] > min(r["orders"], r["symmetry"])]
    slower = [r["name"] for r in rows if r["orders_seconds"] > r["pan_seconds"]]
    unequal = [r["name"] for r in rows if not r["threads_agree"]]
    lines += ["", f"Geometric mean: {states:.3f} of pan's states, {times:.2f} of its processor time. More states than pan: "
              f"{', '.join(more) or 'none'}. Both together more than the better of the two: {', '.join(apart) or 'none'}. "
              f"More time than pan: {', '.join(slower) or 'none'}. Two threads differ from one: {', '.join(unequal) or 'none'}."]
    return "\n".join(lines)


def main(arguments):
    heading, rows = machine(), []
    for entry in arguments.models or MODELS:
        name, _, defines = entry.partition(":")
        path = os.path.abspath(name if os.path.exists(name) else os.path.join(ROOT, name))
        rows.append(measure(arguments, path, [d for d in defines.split(",") if d]))
        print(table(rows).splitlines()[1 + len(rows)], flush=True)
    text = f"{heading}; median of {arguments.runs}\n\n{table(rows)}"
    print(f"\n{text}")
    if arguments.write:
        write_between_marks(arguments.write, "partial_orders", text)
    sys.exit(0 if all(r["threads_agree"] for r in rows) else 1)
