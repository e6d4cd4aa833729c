#!/usr/bin/env python3
"""Whether docs/bibliography.md has every work that a comment cites, and nothing that no comment cites.

A citation is a name and a year in brackets: [Tarjan 1972], [Paige & Tarjan 1987; McKay 1981], [Somenzi, Bloem 2000, 4.1].
Ends with "N passed, M failed"."""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NAME = r"[A-Z][^\W\d_]+(?:-[^\W\d_]+)?"
KEY = rf"{NAME}(?:(?:, | & ){NAME})* \d{{4}}"
CITATION = re.compile(rf"\[({KEY}(?:, [\d.]+)?(?:; {KEY}(?:, [\d.]+)?)*)\]")


def keys_in(text):
    # A citation may be broken over two lines of a comment.
    text = re.sub(r"\n\s*(?:///?|#)?\s*", " ", text)
    for found in CITATION.finditer(text):
        for one in found.group(1).split("; "):
            yield re.match(KEY, one).group(0)


def main():
    cited = {}
    for folder in ("src", "tests", "bench"):
        for where, _, names in os.walk(os.path.join(ROOT, folder)):
            for name in names:
                path = os.path.join(where, name)
                if not name.endswith((".hpp", ".cpp", ".md", ".py")) or path == os.path.abspath(__file__):
                    continue
                with open(path, encoding="utf-8") as file:
                    for key in keys_in(file.read()):
                        cited.setdefault(key, os.path.relpath(path, ROOT))
    with open(os.path.join(ROOT, "docs", "bibliography.md"), encoding="utf-8") as file:
        listed = set(keys_in(file.read()))
    failures = [f"{where} cites [{key}], which the bibliography lacks" for key, where in sorted(cited.items())
                if key not in listed]
    failures += [f"nothing cites [{key}]" for key in sorted(listed - set(cited))]
    for failure in failures:
        print("FAIL", failure)
    print(f"{len(cited) + len(listed) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
