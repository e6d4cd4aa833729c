#!/usr/bin/env python3
"""The words of the field in all that people read: documents, what the program prints (golden sessions, help), pages. Each phrase
below has a plain one beside it; each word of the glossary is used somewhere, and each example is listed. Ends with "N passed, M failed"."""

import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import checks  # noqa: E402

INSTEAD = {
    r"\b(is|are) not heeded\b": "is ignored",
    r"\brenamings\b": "permutations",
    r"\bmovers?\b": "block",
    r"\bkeyers?\b": "key function",
    r"\bstanding for \d": "representing",
    r"\btells (how|which|that|whether|what|why|of)\b": "reports",
    r"\b(is|are) (not )?told (by|line|after|at|without|with|with all)\b|\bthe lines are told\b|\bnot told\b": "reported, shown",
    r"\bthis is what it forbids\b": "the formula is violated here",
    r"\bhold(s)? only because (its|their) condition never (does|do)\b": "vacuously true: its condition is never met",
    r"\bdo(es)? not go with\b": "cannot be combined with",
    r"\bno step is possible, and not all\b": "deadlock: …",
    r"\b(teh|recieve|occured|seperate|acheive|wich|succesful|neccessary|existance|paramter|varaible|proccess)\b": "its spelling in the dictionary",
}

# Also, in the pages that newcomers read first.
FIRST = {
    r"\bfor ever\b": "forever",
    r"\b(in|out)side of (?!(the|a) box)": "inside, outside",
    r"\bcome to again\b|\bby chance\b|\bgoes on and on\b|\bagain and again\b": "reached again, at random, infinitely often",
    r"' is no (name|model|array|channel|variable|proctype|choice|option)\b": "is not a …",
    r"\bwhat is interchangeable in (it|them)\b": "its symmetry",
    r"\b(behavior|neighbor|recogniz|normaliz(?!ed)|serializ)": "British spelling, as everywhere",
}
FIRST_PAGES = ["README.md", "docs/README.md", "docs/tutorial.md", "docs/faq.md", "docs/glossary.md", "docs/report.md", "docs/studio.md", "docs/limits.md",
               "docs/for-spin-users.md", "docs/for-prob-users.md", "docs/for-mcrl2-users.md", "editors/README.md", "python/README.md"]

READ = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md", "examples/README.md", "editors/README.md", "editors/vscode/package.json",
        "python/README.md", "tests/cli/golden/*.t", "src/report/page/*.js", "src/studio/app/*.js", "src/cli/commands.cpp", "src/driver/option_table.cpp"]


LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def messages():
    """What the sources print: their string literals, by file."""
    for path in sorted(glob.glob(os.path.join(ROOT, "src/**/*.cpp"), recursive=True)):
        with open(path, encoding="utf-8") as file:
            lines = [line for line in file if not line.lstrip().startswith(("//", "#include"))]
        yield path, "\n".join(m.group(1) for line in lines for m in LITERAL.finditer(line) if " " in m.group(1))


def files():
    return sorted(path for pattern in READ for path in glob.glob(os.path.join(ROOT, pattern)))


def documents():
    for path in files():
        with open(path, encoding="utf-8") as file:
            yield path, file.read()


def check_phrases():
    for path, text in [*documents(), *messages()]:
        found = [f"  {os.path.relpath(path, ROOT)}:{text[:m.start()].count(chr(10)) + 1}: {m.group(0)!r}; better: {better}"
                 for pattern, better in (INSTEAD | FIRST if os.path.relpath(path, ROOT) in FIRST_PAGES else INSTEAD).items() for m in re.finditer(pattern, text, re.I)]
        checks.expect(f"words of {os.path.relpath(path, ROOT)}", not found, "\n".join(found))


def check_glossary():
    with open(os.path.join(ROOT, "docs/glossary.md"), encoding="utf-8") as file:
        rows = [line.split("|")[1].strip() for line in file if line.startswith("| ")][1:]
    others = ""
    for path in files():
        if path.endswith(".md") and not path.endswith("glossary.md"):
            with open(path, encoding="utf-8") as file:
                others += file.read().lower()
    checks.same("the glossary is in order", rows, sorted(rows, key=str.lower))
    for row in rows:
        word = re.sub(r" \(.*\)", "", row).lower()
        stem = word[:-1] if word.endswith("y") else word
        checks.expect(f"{row} is used", stem in others)


def check_examples():
    """Every example of every language is listed with what to expect."""
    with open(os.path.join(ROOT, "examples/README.md"), encoding="utf-8") as file:
        text = file.read()
    for folder in ("", "b", "mcrl2"):
        for path in sorted(glob.glob(os.path.join(ROOT, "examples", folder, "*.*"))):
            name = os.path.basename(path)
            if name != "README.md":
                checks.expect(f"examples/README.md has {name}", name in text)


check_phrases()
check_glossary()
check_examples()
sys.exit(checks.summary())
