"""Refuses tests that race with the page. A page does what it is asked to some time later: in an event that the browser sends, in
the next frame, after the answer of a server. A test that reads it once, and asserts what it read, passes on one machine and fails
on another; `expect` and `expect_that` of `waiting` read again until it is so."""

import ast

# Methods of a browser that read the page as it is at this moment.
READINGS = {"text", "count", "run", "hard_to_read"}


def _reads_now(node):
    """Whether an expression reads the page at once: not in the body of a function, which is called when its time has come."""
    if isinstance(node, ast.Lambda):
        return False
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in READINGS:
        return isinstance(node.func.value, ast.Name) and node.func.value.id == "browser"
    return any(_reads_now(child) for child in ast.iter_child_nodes(node))


def refuse_races(path):
    """Refuses a test that asserts what it has read from the page only once, itself or by way of a variable."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    found = []
    for function in [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]:
        read = {target.id for n in ast.walk(function) if isinstance(n, ast.Assign) and _reads_now(n.value)
                for target in n.targets if isinstance(target, ast.Name)}
        for node in ast.walk(function):
            if isinstance(node, ast.Assert):
                judged = [node.test]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "same":
                judged = node.args[:1]
            else:
                continue
            names = {n.id for part in judged for n in ast.walk(part) if isinstance(n, ast.Name)}
            if any(_reads_now(part) for part in judged) or names & read:
                found.append(f"{path}:{node.lineno}: asserts what was read from the page only once: use expect or expect_that")
    if found:
        raise SystemExit("\n".join(found))
