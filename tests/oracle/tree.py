"""Promela models as trees: what the generator builds, the renderer prints and the shrinker cuts.

A `Node` is a kind and a list of parts, each a string or a node. The kinds that matter:

  model     top-level items, one after another
  item      a declaration, an inline or a proctype: may be deleted as a whole
  decls     the items declared at the head of a process, each on its line
  seq       statements, rendered with separators; an empty one becomes `skip`
  options   the `::` alternatives of if or do, each a seq
  stmt      one statement, simple or compound
  expr      an expression: may be replaced by one of the expressions inside it, or by 0 or 1
  number    a decimal that may be made smaller
"""


class Node:
    __slots__ = ("kind", "parts")

    def __init__(self, kind, *parts):
        self.kind = kind
        self.parts = list(parts)

    def copy(self):
        return Node(self.kind, *(part.copy() if isinstance(part, Node) else part for part in self.parts))

    def walk(self, path=()):
        """All nodes below and this one, outermost first, with the way to them."""
        yield path, self
        for index, part in enumerate(self.parts):
            if isinstance(part, Node):
                yield from part.walk(path + (index,))

    def at(self, path):
        node = self
        for index in path:
            node = node.parts[index]
        return node


def expr(*parts):
    return Node("expr", *parts)


def stmt(*parts):
    return Node("stmt", *parts)


def seq(*statements):
    return Node("seq", *statements)


def options(*sequences):
    return Node("options", *sequences)


def item(*parts):
    return Node("item", *parts)


def number(value):
    return Node("number", str(value))


def render(node, indent=0):
    tab = "\t" * indent
    if node.kind == "model":
        return "\n".join(render(part) for part in node.parts) + "\n"
    if node.kind == "decls":
        return "".join("\t" + render(part) + ";\n" for part in node.parts)
    if node.kind == "seq":
        lines = [render(part, indent) for part in node.parts] or ["skip"]
        return (";\n" + tab).join(lines)
    if node.kind == "options":
        return "".join(f"\n{tab}:: " + render(part, indent + 1) for part in node.parts) + "\n" + tab
    return "".join(part if isinstance(part, str) else render_part(part, indent) for part in node.parts)


def render_part(node, indent):
    if node.kind == "seq":
        inner = "\t" * (indent + 1)
        return "\n" + inner + render(node, indent + 1) + "\n" + "\t" * indent
    return render(node, indent)
