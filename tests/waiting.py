"""Waiting in tests. A test waits for what it needs, however long that takes on a slow machine, and never for a number of seconds
after which it is hoped to be there. For scripts: sys.path must have the folder of this file."""

import json
import time

PATIENCE = 60  # seconds for what takes a moment; only a failing test waits for so long


def same(found, wanted, what=""):
    """Of values that no longer change: figures of a file, the answer of a server."""
    assert found == wanted, f"{what}: {found!r}, expected {wanted!r}"


def expect_that(read, holds, what="", seconds=PATIENCE):
    """Reads until what was read is as it should be, and returns it. Not to be readable yet is one way of not being so."""
    end = time.monotonic() + seconds
    while True:
        try:
            found, trouble = read(), None
            if holds(found):
                return found
        except (RuntimeError, TypeError, AttributeError, LookupError, ValueError) as error:
            found, trouble = None, error
        if time.monotonic() > end:
            raise AssertionError(f"{what}: waited in vain, and read {found!r} last") from trouble
        time.sleep(0.03)


def expect(read, wanted, what="", seconds=PATIENCE):
    if not callable(read):
        raise TypeError("what is waited for is read again until it is as expected: give a function; other values go to `same`")
    return expect_that(read, lambda found: found == wanted, f"{what}, expected {wanted!r}", seconds)


def wait_for_states(process):
    """Until a search with `--progress json`, whose standard error is a pipe, has stored states: it can be interrupted then."""
    for line in process.stderr:
        if line.startswith("{") and json.loads(line)["states"] > 0:
            return
    raise AssertionError("the search ended before it had reported any state")
