#!/usr/bin/env python3
"""Whether the documents hang together: every link to a file or a heading leads somewhere, every page of docs/ is in its index,
docs/inside.md has every folder of src/, and each folder below it has a README. Ends with "N passed, M failed".
"""

import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def without_code(text):
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))


def anchors(text):
    """Headings as GitHub names them."""
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
            for heading in re.findall(r"^#+ (.*)$", text, re.M)}


def dead_links(path):
    found = []
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(text_of(path))):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        full = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
        if not os.path.exists(full):
            found.append(f"{os.path.relpath(path, ROOT)}: {target} is not there")
        elif anchor and anchor not in anchors(text_of(full)):
            found.append(f"{os.path.relpath(path, ROOT)}: {target} is no heading")
    return found


def main():
    pages = sorted(glob.glob(os.path.join(ROOT, "docs", "*.md")))
    files = [*glob.glob(os.path.join(ROOT, "*.md")), *pages, *glob.glob(os.path.join(ROOT, "*", "*", "README.md")),
             *glob.glob(os.path.join(ROOT, "*", "README.md")), *glob.glob(os.path.join(ROOT, "src", "**", "README.md"), recursive=True)]
    results = [dead_links(path) for path in sorted(set(files)) if "/build/" not in path]
    index = text_of(os.path.join(ROOT, "docs", "README.md"))
    results.append([f"docs/README.md does not name {os.path.basename(p)}" for p in pages
                    if os.path.basename(p) != "README.md" and os.path.basename(p) not in index])
    inside, missing = text_of(os.path.join(ROOT, "docs", "inside.md")), []
    for folder in sorted(os.path.dirname(p) for p in glob.glob(os.path.join(ROOT, "src", "*", ""))):
        name, readme = os.path.basename(folder), os.path.join(folder, "README.md")
        if f"../src/{name}/README.md" not in inside:
            missing.append(f"docs/inside.md does not name src/{name}")
        if not os.path.exists(readme) or "invariant" not in text_of(readme).lower():
            missing.append(f"src/{name}/README.md does not say which invariants hold")
    for folder, folders, names in os.walk(os.path.join(ROOT, "src")):
        if names and os.path.basename(folder) not in ("library", "src") and "README.md" not in names:
            missing.append(f"{os.path.relpath(folder, ROOT)} has no README.md")
    results.append(missing)
    for failure in (f for r in results for f in r):
        print("FAIL", failure)
    failed = sum(1 for r in results if r)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
