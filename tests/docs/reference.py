#!/usr/bin/env python3
"""Whether docs/reference.md says what the program does.

    reference.py --program build/release/src/cli/quotient [--write]

Commands and options come from `quotient help`, the fields of JSON from docs/*.schema.json: what stands between the marks in
the reference must be what is made of these now; --write puts it there. And what the program writes with --json, on models of
all languages, verdicts and kinds of runs, must have exactly the fields of the schemas. Ends with "N passed, M failed".
"""

import argparse
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
REFERENCE = os.path.join(ROOT, "docs", "reference.md")
MODELS = os.path.join(ROOT, "tests", "cli", "models")
EXAMPLES = os.path.join(ROOT, "examples")
# Together they write every field that there is: the test fails where one is never seen.
CHECKS = [
    ["lock.pml"], ["lock.pml", "-D", "FIXED"], ["philosophers.pml", "-D", "N=3"], ["german.pml", "--max-states", "50"],
    ["load_balancer.pml-lite", "--max-states", "100"], ["lock.pml", "-D", "FIXED", "--store", "bitstate", "--memory", "8M"],
    ["alternating_bit.pml", "-D", "BUFFER=1", "--property", "progress"],
    ["email.pml", "-D", "N=2", "--steps", "spin", "--symmetry", "approx-markers", "--audit"],
    ["b/Lock.mch"], ["b/Bank.mch"], ["mcrl2/philosophers2.mcrl2"], ["mcrl2/lock_server.mcrl2"],
    ["mcrl2/philosophers2.mcrl2", "--formula", "[true*](<true>true && exists p: Phil . <true* . eat(p)>true)"],
    ["claims.pml", "--all"], ["cycles.pml", "--all"], ["watched.pml", "--all"], ["channel.pml"], ["printed.pml"],
    ["mutex.pml"], ["vacuous.pml"], ["office.mch"], ["timed.mch"], ["cycles.pml", "--all", "--fairness", "weak"], ["lock.pml", "--graph"], ["email.pml", "-D", "N=2", "--graph"],
    ["murphi/lock.m", "--for-every", "Client"],
]
SYMMETRIES = [["three_tiered.pml"], ["load_balancer.pml", "--detect", "scd"], ["b/Bank.mch"], ["mcrl2/abp.mcrl2"],
              ["claims.pml"]]

ERRORS = [["slips.pml"], ["lock.pml", "--symmetry", "rules"]]


def run(program, *arguments):
    environment = dict(os.environ, COLUMNS="100", LC_ALL="C.UTF-8")
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=600, env=environment, check=False)


def path_of(model):
    return next(p for p in (os.path.join(EXAMPLES, model), os.path.join(MODELS, model)) if os.path.exists(p))


def entries(text):
    """The two columns of a help text: lines that begin with two blanks, continued by lines with more."""
    found = []
    for line in text.splitlines():
        head = re.match(r"  (\S.*?)(?:  +(\S.*))?$", line)
        if head and not line.startswith("   "):
            found.append([head[1], head[2] or ""])
        elif found and line.startswith("   "):
            found[-1][1] = (found[-1][1] + " " + line.strip()).strip()
    return found


def commands(program):
    """Those of `quotient help`, but for help itself."""
    listed = run(program, "help").stdout
    return [(head.split()[0], head, text) for head, text in entries(listed) if not head.startswith(("help", "--"))]


def options(program):
    """Name with value → text, and the commands that have it; in the order of the program's own table, as far as it shows."""
    found = {}
    for name, _, _ in commands(program):
        listed = run(program, "help", name).stdout
        for head, text in entries(listed[listed.index("\noptions:\n") + 10:]):
            found.setdefault((head, text), []).append(name)
    return found


def cell(text):
    return text.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")


def command_tables(program):
    lines = ["| command | |", "|---|---|"]
    lines += [f"| `quotient {head}` | {cell(text)} |" for _, head, text in commands(program)]
    lines += ["", "| option | of | meaning |", "|---|---|---|"]
    every = {name for name, _, _ in commands(program)}
    for (head, text), names in options(program).items():
        of = "all" if set(names) == every else ", ".join(names)
        lines.append(f"| `{head}` | {of} | {cell(text)} |")
    return "\n".join(lines)


def schema(name):
    with open(os.path.join(ROOT, "docs", f"{name}.schema.json"), encoding="utf-8") as file:
        return json.load(file)


def resolved(node, top):
    return top["$defs"][node["$ref"].rsplit("/", 1)[1]] if "$ref" in node else node


def fields(node, top, path=""):
    """Path, type and meaning of all that is below a node of a schema. Definitions are told once, where they are met first."""
    for name, child in resolved(node, top).get("properties", {}).items():
        inner = resolved(child, top)
        kinds = [inner["type"]] if isinstance(inner["type"], str) else inner["type"]
        here = f"{path}.{name}" if path else name
        meaning = child.get("description") or inner["description"]
        if "enum" in inner:
            meaning += ": " + ", ".join(f"`{v}`" for v in inner["enum"])
        yield here, " or ".join(kinds), meaning
        below, here = inner, here
        while "items" in below:
            below, here = resolved(below["items"], top), here + "[]"
        if "properties" in below and not (inner.get("type") == ["object", "null"] and "file" in below["properties"]):
            yield from fields(below, top, here)


def field_table(name):
    top = schema(name)
    lines = ["| field | type | meaning |", "|---|---|---|"]
    return "\n".join(lines + [f"| `{p}` | {kind} | {cell(text)} |" for p, kind, text in fields(top, top)])


def mistakes(value, node, top, path, seen):
    """What is wrong with a value: a small part of JSON Schema, all that ours use."""
    node = resolved(node, top)
    kinds = [node["type"]] if isinstance(node["type"], str) else node["type"]
    actual = ("null" if value is None else "boolean" if isinstance(value, bool) else "integer" if isinstance(value, int)
              else "number" if isinstance(value, float) else
              {str: "string", list: "array", dict: "object"}[type(value)])
    if actual not in kinds and not (actual == "integer" and "number" in kinds):
        return [f"{path}: {actual}, not {' or '.join(kinds)}"]
    if "enum" in node and value not in node["enum"]:
        return [f"{path}: '{value}' is none of {node['enum']}"]
    if "pattern" in node and isinstance(value, str) and not re.search(node["pattern"], value):
        return [f"{path}: '{value}' does not match {node['pattern']}"]
    found = []
    if isinstance(value, dict):
        found += [f"{path}: '{name}' is missing" for name in node["required"] if name not in value]
        for name, child in value.items():
            seen.add(f"{path}.{name}")
            if name in node["properties"]:
                found += mistakes(child, node["properties"][name], top, f"{path}.{name}", seen)
            else:
                found.append(f"{path}: '{name}' is not in the schema")
    if isinstance(value, list):
        for child in value:
            found += mistakes(child, node["items"], top, f"{path}[]", seen)
    return found


def written(program, command, cases, name):
    """What is wrong with the JSON of these runs, and fields of the schema that none of them has."""
    top, seen, failures = schema(name), set(), []
    for case in cases:
        done = run(program, command, path_of(case[0]), *case[1:], "--json", "-")
        try:
            failures += [f"{command} {' '.join(case)}: {m}" for m in mistakes(json.loads(done.stdout), top, top, "", seen)]
        except json.JSONDecodeError:
            failures.append(f"{command} {' '.join(case)}: no JSON, exit code {done.returncode}: {done.stderr[-500:]}")
    unseen = [p for p, _, _ in fields(top, top) if "." + p not in seen]
    return failures + [f"{command}: no run has the field '{p}'" for p in unseen]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--write", action="store_true", help="put into the reference what belongs there")
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    made = {"commands": command_tables(program), "result": field_table("result"), "input_errors": field_table("input_errors"), "symmetry": field_table("symmetry")}
    with open(REFERENCE, encoding="utf-8") as file:
        text = file.read()
    results = []
    for name, table in made.items():
        begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->"
        if begin not in text or end not in text:
            sys.exit(f"docs/reference.md has no marks for '{name}'")
        head, rest = text.split(begin)
        old, tail = rest.split(end)
        results.append([] if old.strip() == table.strip() or arguments.write
                       else [f"docs/reference.md: '{name}' is not what the program has; reference.py --write mends it"])
        text = f"{head}{begin}\n{table}\n\n{end}{tail}"
    if arguments.write:
        with open(REFERENCE, "w", encoding="utf-8") as file:
            file.write(text)
    results.append(written(program, "check", CHECKS, "result"))
    results.append(written(program, "check", ERRORS, "input_errors"))
    results.append(written(program, "symmetry", SYMMETRIES, "symmetry"))
    for failure in (f for r in results for f in r):
        print("FAIL", failure)
    failed = sum(1 for r in results if r)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
