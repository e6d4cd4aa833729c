"""What the scripts here have in common: running and timing programs, and putting tables into documents."""

import datetime
import os
import platform
import re
import resource
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.path.join(ROOT, "build", "release", "src", "cli", "quotient")


def timed(command, **options):
    """Processor seconds, seconds on the clock, and output of a program."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    elapsed, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, elapsed, done.stdout


def machine():
    names = re.findall(r"model name\s*:\s*(.*)", open("/proc/cpuinfo", encoding="ascii").read())
    load = os.getloadavg()[0]
    return (f"{names[0] if names else platform.machine()}, {os.cpu_count()} cores, load {load:.1f} from other programs at the "
            f"start; {datetime.date.today()}")


def write_between_marks(path, mark, text):
    """Replaces what is between `<!-- begin MARK -->` and `<!-- end MARK -->`."""
    old = open(path, encoding="utf-8").read()
    begin_mark = f"<!-- begin {mark} -->"
    begin, end = old.index(begin_mark) + len(begin_mark), old.index(f"<!-- end {mark} -->")
    with open(path, "w", encoding="utf-8") as out:
        out.write(f"{old[:begin]}\n{text}\n{old[end:]}")
