"""Make a failing model smaller, and keep it failing.

Greedy: try each cut on a copy, keep the first that still fails, go on from there until no cut helps or the budget of
trials is spent. Larger cuts come first, so most of a model goes in a few trials.
"""

from tree import Node


def shrink(model, still_fails, budget=1500):
    """`still_fails(model)` must hold for `model`; the smallest model found for which it holds is returned."""
    trials = 0
    progress = True
    while progress and trials < budget:
        progress = False
        for cuts in (cut_items, cut_statements, cut_options, hoist_bodies, simplify_expressions, lower_numbers):
            position = 0
            while trials < budget:
                smaller = nth(cuts(model), position)
                if smaller is None:
                    break
                trials += 1
                if still_fails(smaller):
                    model, progress = smaller, True  # the same position now names the next cut
                else:
                    position += 1
    return model, trials


def nth(iterator, position):
    for index, value in enumerate(iterator):
        if index == position:
            return value
    return None


def changed(model, path, parts):
    copy = model.copy()
    copy.at(path).parts[:] = parts
    return copy


def replaced(model, path, node):
    copy = model.copy()
    copy.at(path[:-1]).parts[path[-1]] = node
    return copy


def cut_items(model):
    for path, node in model.walk():
        if node.kind in ("model", "decls"):
            for index in range(len(node.parts)):
                yield changed(model, path, [part for at, part in enumerate(node.parts) if at != index])


def cut_statements(model):
    for path, node in model.walk():
        if node.kind == "seq" and node.parts:
            size = len(node.parts)
            while size >= 1:
                for begin in range(0, len(node.parts), size):
                    yield changed(model, path, node.parts[:begin] + node.parts[begin + size:])
                size //= 2


def cut_options(model):
    for path, node in model.walk():
        if node.kind == "options" and len(node.parts) > 1:
            for index in range(len(node.parts)):
                yield changed(model, path, [part for at, part in enumerate(node.parts) if at != index])


def hoist_bodies(model):
    """Put the body of a compound statement in its place."""
    for path, node in model.walk():
        if node.kind != "stmt" or not path:
            continue
        for part in node.parts:
            if not isinstance(part, Node):
                continue
            if part.kind == "stmt":
                yield replaced(model, path, part.copy())
            bodies = [part] if part.kind == "seq" else part.parts if part.kind == "options" else []
            for body in bodies:
                if model.at(path[:-1]).kind == "seq":
                    around = model.at(path[:-1]).parts
                    yield changed(model, path[:-1], around[:path[-1]] + [inner.copy() for inner in body.parts]
                                  + around[path[-1] + 1:])
                elif len(body.parts) == 1:
                    yield replaced(model, path, body.parts[0].copy())


def simplify_expressions(model):
    for path, node in model.walk():
        if node.kind != "expr" or not path:
            continue
        if node.parts in (["0"], ["1"]):
            continue
        for constant in ("0", "1"):
            yield replaced(model, path, Node("expr", constant))
        for part in node.parts:
            if isinstance(part, Node) and part.kind == "expr":
                yield replaced(model, path, part.copy())


def lower_numbers(model):
    for path, node in model.walk():
        if node.kind == "number":
            value = int(node.parts[0])
            for lower in sorted({0, 1, value // 2, value - 1}):
                if 0 <= lower < value:
                    yield replaced(model, path, Node("number", str(lower)))
