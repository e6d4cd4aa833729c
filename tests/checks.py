"""Counts checks, and tells of them as ./test reads it. For scripts: sys.path must have the folder of this file."""

failures = []
passed = 0


def expect(what, holds, detail=""):
    global passed
    if holds:
        passed += 1
    else:
        failures.append(what)
        print(f"FAIL {what}\n{detail}")


def same(what, found, wanted):
    expect(what, found == wanted, f"  found  {found!r}\n  wanted {wanted!r}")


def summary():
    """The last line, and the exit code of the script."""
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0
