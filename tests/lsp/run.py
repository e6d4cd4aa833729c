#!/usr/bin/env python3
"""The language server, by a scripted client over the real protocol.

    run.py --program build/release/src/cli/quotient

Ends with "N passed, M failed".
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

from client import Client, at, edited, part, place, position

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from checks import expect, same, summary  # noqa: E402

PROMELA = """#define N 3
#define GO (turn == 1)
/* é😀 */ byte turn = 1; byte unused;
mtype = { ping, pong };
typedef Cell { byte load; bool busy };
Cell cell;
chan link = [1] of { mtype, byte };
inline bump(v) { v = v + 1 }

active [N] proctype client() {
  byte mine;
again:
  atomic { GO -> mine = turn; cell.load = mine; bump(mine); }
  if
  :: link ! ping, mine -> { byte inner = mine; mine = inner }
  :: skip
  fi;
  mine = 0;
  goto again
}

active proctype server() {
  byte mine;
  do
  :: link ? ping, mine
  od
}

ltl safe { [] (turn == 1) }
ltl wrong { <> (turn == 2) }
"""

MACHINE = """MACHINE Desk
SETS PERSON; STATUS = {open, shut}
CONSTANTS most
PROPERTIES most = 2
VARIABLES inside, door
INVARIANT inside <: PERSON & door : STATUS & card(inside) <= most
INITIALISATION inside := {} || door := open
OPERATIONS
  enter(p) = PRE p : PERSON & p /: inside & card(inside) < most THEN inside := inside \\/ {p} END;
  leave(p) = PRE p : inside THEN inside := inside - {p} END;
  everyone <-- who = everyone := {q | q : inside}
END
"""

SPECIFICATION = """sort Id = struct a | b;
map next: Id -> Id;
var i: Id;
eqn next(a) = b; next(b) = a;
act take, give: Id; take1, give1: Id; taken: Id;
proc Owner(me: Id, free: Bool) =
  free -> take(me) . Owner(me, false) + !free -> give(next(me)) . Owner(free = true);
init allow({take, give}, Owner(a, true) || Owner(b, false));
"""


def told_by_program(program, path, *options):
    """Diagnostics as `check` prints them: line, column and message of each."""
    said = subprocess.run([program, "check", path, "--time", "5s", *options], capture_output=True, text=True, timeout=600)
    found = re.findall(r"^%s:(\d+):(\d+): (error|warning): (.*)$" % re.escape(path), said.stderr, re.M)
    return sorted((int(line), int(column), kind, message) for line, column, kind, message in found)


def told_by_server(text, diagnostics):
    lines = text.split("\n")
    found = []
    for d in diagnostics:
        start = d["range"]["start"]
        units = lines[start["line"]].encode("utf-16-le")[: 2 * start["character"]]
        column = len(units.decode("utf-16-le").encode()) + 1
        kind = {1: "error", 2: "warning"}[d["severity"]]
        found.append((start["line"] + 1, column, kind, d["message"].split("; did you mean")[0].split("\n")[0]))
    return sorted(found)


class Opened:
    """One document, on disk and in the server."""

    def __init__(self, program, folder, name, text, language, options=None):
        self.program, self.text, self.language = program, text, language
        self.path = os.path.join(folder, name)
        self.uri = "file://" + self.path
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)
        self.client = Client(program, options)
        self.client.open(self.uri, text, language)
        self.client.settle()

    def ask(self, method, needle, skip=0, **more):
        return self.client.request("textDocument/" + method, {**at(self.uri, self.text, needle, skip), **more})

    def definition(self, needle, skip=0):
        found = self.ask("definition", needle, skip)
        return None if found is None else (position_number(self.text, found["range"]["start"]), part(self.text, found["range"]))

    def references(self, needle, skip=0):
        found = self.ask("references", needle, skip, context={"includeDeclaration": True})
        return sorted(position_number(self.text, f["range"]["start"]) for f in found)

    def hover(self, needle, skip=0):
        found = self.ask("hover", needle, skip)
        return "" if found is None else found["contents"]["value"]

    def lenses(self):
        lenses = self.client.request("textDocument/codeLens", {"textDocument": {"uri": self.uri}})
        return sorted((lens["range"]["start"]["line"], lens["command"]["title"]) for lens in lenses)

    def rename(self, needle, new, skip=0):
        """The text afterwards, once for the server's own view and once checked by the program."""
        changes = self.ask("rename", needle, skip, newName=new)["changes"]
        return edited(self.text, changes[self.uri])

    def renamed_is_right(self, what, needle, new, skip=0):
        """A text that is renamed has no errors, the same figures, and the old name nowhere that meant it."""
        text = self.rename(needle, new, skip)
        path = self.path.replace("model", "renamed")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        before, after = figures(self.program, self.path), figures(self.program, path)
        expect(f"{self.language}: renaming {what} changes nothing but the name",
               before == after and text != self.text and new in text, f"{before}\n{after}\n{text}")
        return text

    def refuses_rename(self, needle, new, why, skip=0):
        error = self.client.error("textDocument/rename", {**at(self.uri, self.text, needle, skip), "newName": new})
        expect(f"{self.language}: '{needle}' is not renamed to '{new}'", re.search(why, error), error)

    def check(self, claim):
        return self.client.request("workspace/executeCommand", {"command": "quotient.check", "arguments": [self.uri, claim]})


def position_number(text, where):
    return where["line"] * 1000 + where["character"]


def number(text, needle, skip=0):
    return position_number(text, at("", text, needle, skip)["position"])


def figures(program, path):
    """What a check of a text comes to, names and times left out."""
    said = subprocess.run([program, "check", path, "--time", "20s", "--engine", "interpreter"], capture_output=True,
                          text=True, timeout=600)
    return said.returncode, re.findall(r"^  (?:states|transitions|depth) .*|representing [\d,]+", said.stdout, re.M)


def promela(program, folder):
    s = Opened(program, folder, "model.pml", PROMELA, "promela")
    text = s.text
    caps = s.client.capabilities
    expect("all features are announced", all(caps.get(k) for k in (
        "hoverProvider", "definitionProvider", "referencesProvider", "documentSymbolProvider", "renameProvider",
        "codeLensProvider", "executeCommandProvider")), caps)
    same("Promela: diagnostics are those of check", told_by_server(text, s.client.diagnostics[s.uri]),
         told_by_program(program, s.path))
    # Scopes: two locals of one name.
    client_mine, server_mine = number(text, "mine"), number(text, "byte mine", 1) + 5
    same("Promela: a local is found in its own process", s.definition("mine = turn"), (client_mine, "mine"))
    same("Promela: the other one too", s.definition("mine\n  od"), (server_mine, "mine"))
    same("Promela: its uses are its own", s.references("mine", 0),
         sorted(number(text, n) + d for n, d in (("mine;", 0), ("mine = turn", 0), ("= mine; bump", 2), ("(mine)", 1),
                                                 ("mine ->", 0), ("= mine; mine", 2), ("mine = inner", 0),
                                                 ("mine = 0", 0))))
    same("Promela: a label", s.definition("again\n}"), (number(text, "again:"), "again"))
    same("Promela: a field", s.definition("load = mine"), (number(text, "load;"), "load"))
    same("Promela: an mtype constant", s.definition("ping, mine ->"), (number(text, "ping"), "ping"))
    same("Promela: a macro, where it is used", s.definition("GO ->"), (number(text, "GO"), "GO"))
    same("Promela: an inline", s.definition("bump(mine)"), (number(text, "bump"), "bump"))
    same("Promela: a parameter of an inline", s.references("v)"),
         [number(text, "v)"), number(text, "v = v"), number(text, "v + 1")])
    same("Promela: a name of a block", s.definition("inner }"), (number(text, "inner"), "inner"))
    expect("Promela: what comes out of a macro counts", number(text, "GO ->") in s.references("turn", 1), s.references("turn", 1))
    expect("Promela: hover says the type", "byte turn" in s.hover("turn = 1"), s.hover("turn = 1"))
    expect("Promela: hover on a channel", "[1] of {mtype, byte}" in s.hover("link ?"), s.hover("link ?"))
    expect("Promela: nothing on a number", s.hover("0;\n  goto") == "", s.hover("0;\n  goto"))
    symbols = s.client.request("textDocument/documentSymbol", {"textDocument": {"uri": s.uri}})
    names = [x["name"] for x in symbols]
    expect("Promela: symbols", all(n in names for n in ("turn", "client", "server", "safe", "bump", "N", "Cell")), names)
    children = [c["name"] for x in symbols if x["name"] == "client" for c in x.get("children", [])]
    same("Promela: symbols within a process", children, ["mine", "again", "inner"])
    lenses = s.lenses()
    line = text[:text.index("active [N]")].count("\n")
    expect("Promela: lens above a process type", (line, "3 interchangeable: S3") in lenses, lenses)
    safe = text[:text.index("ltl safe")].count("\n")
    expect("Promela: lens above each formula", (safe, "check") in lenses and (safe + 1, "check") in lenses, lenses)
    # Renaming.
    s.renamed_is_right("a local", "mine", "own")
    s.renamed_is_right("a process type", "client()", "customer")
    s.renamed_is_right("a field", "load", "weight")
    s.renamed_is_right("a label", "again", "once_more")
    s.renamed_is_right("an mtype constant", "ping", "hello")
    s.renamed_is_right("an inline", "bump", "increase")
    s.renamed_is_right("a parameter of an inline", "v)", "w")
    s.refuses_rename("mine", "turn", "already the name")
    s.refuses_rename("mine", "do", "with the name 'do'")
    s.refuses_rename("mine", "3x", "is not a name")
    s.refuses_rename("turn = 1", "t", "through a macro")
    s.refuses_rename("GO", "WAIT", "macros")
    span = s.ask("prepareRename", "mine")
    same("Promela: what is to be renamed", part(text, span), "mine")
    # Checks.
    result = s.check("safe")
    expect("Promela: a formula is checked", result["verdict"] == "verified", result)
    result = s.check("wrong")
    expect("Promela: a wrong formula is found", result["verdict"] == "violated", result)
    shown = [d for d in s.client.diagnostics[s.uri] if d["source"] == "quotient check"]
    by_claim = {part(text, d["range"]): d for d in shown}
    expect("Promela: and shown beside it", by_claim.get("wrong", {}).get("relatedInformation"), shown)
    expect("Promela: what was found of the other stays", by_claim.get("safe", {}).get("severity") == 3, shown)
    expect("Promela: a message tells", any("wrong: violated" in m for m in s.client.messages), s.client.messages)
    s.check("")
    expect("Promela: hover knows the values", "reached: `0`" in s.hover("mine = 0"), s.hover("mine = 0"))
    expect("Promela: of a global too", "reached: `1` (in all" in s.hover("turn = 1"), s.hover("turn = 1"))
    return s


def writing(program, folder):
    """What helps while somebody types: names, quick fixes, colours."""
    s = Opened(program, folder, "writing.pml", PROMELA, "promela")
    text = s.text

    def offered(needle, inside=0):
        items = s.client.request("textDocument/completion", at(s.uri, text, needle, inside=inside))["items"]
        return {i["label"] for i in items}

    here = offered("mine = turn")
    expect("completion: locals and globals", {"mine", "turn", "link", "ping", "bump", "cell", "N"} <= here, here)
    expect("completion: no fields without a dot", "load" not in here, here)
    same("completion: behind a dot, fields alone", offered("cell.load", inside=5), {"load", "busy"})
    outside = offered("ltl safe", inside=10)
    expect("completion: no locals elsewhere", "mine" not in outside and "turn" in outside, outside)
    # Every token is a name of the text, with its kind, and none overlaps.
    legend = s.client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"]
    numbers = s.client.request("textDocument/semanticTokens/full", {"textDocument": {"uri": s.uri}})["data"]
    line = character = 0
    found, ends = [], (0, 0)
    for i in range(0, len(numbers), 5):
        by_line, by_character, length, kind, modifiers = numbers[i:i + 5]
        line, character = line + by_line, by_character + (character if by_line == 0 else 0)
        if (line, character) < ends:
            expect("tokens are in order", False, (line, character))
        ends = (line, character + length)
        found.append((part(text, {"start": {"line": line, "character": character}, "end": {"line": line, "character": character + length}}), legend[kind], modifiers))
    expect("tokens: what they are", {("turn", "variable", 1), ("client", "class", 1), ("load", "property", 1), ("ping", "enumMember", 3),
                                     ("again", "label", 1), ("bump", "function", 1), ("mine", "variable", 0)} <= set(found), found)
    expect("tokens are names", all(re.fullmatch(r"\w+", name) for name, _, _ in found), found)
    # A quick fix is what "did you mean" says, and leaves no error.
    slip = Opened(program, folder, "slip.pml", PROMELA.replace("mine = turn", "mine = trun"), "promela")
    where = at(slip.uri, slip.text, "trun")["position"]
    span = {"start": where, "end": where}
    actions = slip.client.request("textDocument/codeAction", {"textDocument": {"uri": slip.uri}, "range": span, "context": {"diagnostics": []}})
    same("a quick fix", [a["title"] for a in actions], ["Replace by 'turn'"])
    same("it mends the text", edited(slip.text, actions[0]["edit"]["changes"][slip.uri]), PROMELA)
    away = slip.client.request("textDocument/codeAction", {"textDocument": {"uri": slip.uri}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "context": {"diagnostics": []}})
    same("none elsewhere", away, [])
    slip.client.leave()
    return s.client.leave()


def findings(program, folder):
    """What a check found stands where it is, and what it knows of values stays known."""
    text = "/* é😀 */ byte n; active proctype p() { do :: n < 11 -> n++ :: else -> break od; assert(n == 0) }  \n" \
           "ltl small { [] (n < 99) }\n"
    s = Opened(program, folder, "model_of_findings.pml", text, "promela")
    same("a violated assertion is found", s.check("")["verdict"], "violated")
    shown = [d for d in s.client.diagnostics[s.uri] if d["source"] == "quotient check"]
    same("it is shown where it stands, to the end of its line", [part(text, d["range"]) for d in shown], ["assert(n == 0) }"])
    values = "reached: " + ", ".join(f"`{n}`" for n in range(12))
    expect("values are in order", values in s.hover("n;"), s.hover("n;"))
    same("a formula is checked", s.check("small")["verdict"], "verified")
    expect("and values are known as before", values in s.hover("n;"), s.hover("n;"))
    return s.client.leave()


def whole_model(program, folder):
    """The lens "check this model" looks at all that `check` looks at. It left out formulas and claims, said that all states
    were explored, and took away what a formula had been found to be."""
    text = "byte n;\nactive proctype p() { n = 1; n = 2 }\nltl small { [] (n < 2) }\nnever { do :: n == 9 -> break :: else od }\n"
    s = Opened(program, folder, "model_of_claims.pml", text, "promela")
    result = s.check("")
    same("a wrong formula makes the model violated", result["verdict"], "violated")
    wanted = subprocess.run([program, "check", s.path, "--quiet"], capture_output=True, text=True, timeout=600).stdout.strip()
    expect("in the words of the command line", s.client.messages[-1].split("\n")[0] == wanted, (s.client.messages, wanted))
    shown = lambda: {part(text, d["range"]): d["message"].split(":")[0] for d in s.client.diagnostics[s.uri]  # noqa: E731
                     if d["source"] == "quotient check"}
    same("it is shown at the formula", shown().get("small"), "violated")
    same("a formula alone is found as well", s.check("small")["verdict"], "violated")
    lenses = s.client.request("textDocument/codeLens", {"textDocument": {"uri": s.uri}})
    claims = [lens for lens in lenses if lens["command"]["title"] == "check this claim"]
    same("a never claim has a lens", [lens["range"]["start"]["line"] for lens in claims], [3])
    result = s.client.request("workspace/executeCommand", {k: claims[0]["command"][k] for k in ("command", "arguments")})
    same("which checks it", result["verdict"], "verified")
    same("and leaves the formula's finding", shown().get("small"), "violated")
    return s.client.leave()


def remarks(program, folder):
    """What `check` says besides its verdict: it was said on the command line only."""
    text = "byte x;\nactive proctype p() { if :: x == 1 -> x = 2 :: else fi }\nltl answered { [] (x == 5 -> <> (x == 6)) }\n"
    s = Opened(program, folder, "model_of_remarks.pml", text, "promela")
    result = s.check("")
    kinds = {r["kind"] for r in result["remarks"]}
    expect("vacuous formulas and what is never reached are in the answer", {"vacuous", "unreached"} <= kinds, kinds)
    shown = [d for d in s.client.diagnostics[s.uri] if d["source"] == "quotient check"]
    expect("a vacuous formula is a warning at its place",
           any(d["severity"] == 2 and "vacuously true" in d["message"] and d["range"]["start"]["line"] == 2 for d in shown), shown)
    expect("what is never reached is faded",
           any(d.get("tags") == [1] and part(text, d["range"]).startswith("x = 2") for d in shown), shown)
    expect("the message says that it is vacuous", "vacuously true" in s.client.messages[-1], s.client.messages)
    s.client.leave()
    deadlock = "chan c = [0] of { byte };\nactive proctype p() { c!1 }\n"
    s = Opened(program, folder, "model_of_blocked.pml", deadlock, "promela")
    s.check("")
    related = [r["message"] for d in s.client.diagnostics[s.uri] for r in d.get("relatedInformation", [])]
    expect("who is blocked is shown", "p(0) is blocked: c!1" in related, related)
    return s.client.leave()


def edits(s):
    """A text that changes, is broken, and becomes whole again."""
    client, uri = s.client, s.uri
    begin, end = position(s.text, s.text.index("mine = 0;")), position(s.text, s.text.index("mine = 0;") + 4)
    client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [
        {"range": {"start": begin, "end": end}, "text": "mime"}]})
    client.settle()
    wrong = s.text.replace("mine = 0;", "mime = 0;")
    found = [d for d in client.diagnostics[uri] if d["severity"] == 1]
    expect("an error is shown where it is, with what was meant",
           len(found) == 1 and part(wrong, found[0]["range"]) == "mime" and "did you mean 'mine'" in found[0]["message"], found)
    expect("nothing is renamed in a text with errors", "has errors" in client.error(
        "textDocument/rename", {**at(uri, wrong, "mine"), "newName": "own"}))
    for broken in ("", "proctype", "active proctype p() { if :: ", "\0\xff{{{{", "#include \"nowhere.h\"\n", wrong[:200],
                   "ltl x {", "mtype = {", wrong * 3):
        client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 3},
                                                 "contentChanges": [{"text": broken}]})
        for method in ("hover", "definition", "prepareRename"):
            client.answer(client.ask("textDocument/" + method, {"textDocument": {"uri": uri}, "position": place(0, 9)}))
        client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
        client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    expect("broken texts are survived", client.server.poll() is None)
    # On the line with é and a character of two units.
    marked = s.text.replace("byte unused", "byte unused = nothing")
    client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 4}, "contentChanges": [{"text": marked}]})
    client.settle()
    found = [d for d in client.diagnostics[uri] if d["severity"] == 1]
    expect("columns count UTF-16 units", len(found) == 1 and part(marked, found[0]["range"]) == "nothing", found)
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    client.settle()
    same("a closed document shows nothing", client.diagnostics[uri], [])


def machine(program, folder):
    s = Opened(program, folder, "model.mch", MACHINE, "b")
    text = s.text
    same("B: diagnostics are those of check", told_by_server(text, s.client.diagnostics[s.uri]),
         told_by_program(program, s.path))
    same("B: a variable", s.definition("inside - {p}"), (number(text, "inside"), "inside"))
    same("B: a parameter of its own operation", s.definition("p} END;\n  everyone"), (number(text, "leave(p)") + 6, "p"))
    same("B: a bound variable", s.definition("q : inside"), (number(text, "q |"), "q"))
    same("B: an element", s.definition("open\nOPER"), (number(text, "open"), "open"))
    same("B: all uses", len(s.references("inside")), text.count("inside"))
    expect("B: hover says the type", "inside : POW(PERSON)" in s.hover("inside := {}"), s.hover("inside := {}"))
    names = [x["name"] for x in s.client.request("textDocument/documentSymbol", {"textDocument": {"uri": s.uri}})]
    expect("B: symbols", all(n in names for n in ("PERSON", "inside", "enter", "most")), names)
    expect("B: lens above a set", (1, "2 interchangeable: S2") in s.lenses(), s.lenses())
    s.renamed_is_right("a variable", "inside", "within")
    s.renamed_is_right("a parameter", "p) = PRE p : PERSON", "person")
    s.renamed_is_right("a set", "PERSON", "GUEST")
    s.renamed_is_right("an operation", "enter", "come")
    s.refuses_rename("inside", "door", "already the name")
    s.refuses_rename("inside", "PRE", "with the name 'PRE'")
    result = s.check("")
    expect("B: the machine is checked", result["verdict"] == "verified")
    expect("B: the verdict names what was assumed", "PERSON = 2, assumed; try --set PERSON=3" in s.client.messages[-1],
           s.client.messages)
    expect("B: so does the answer", any(r["data"].get("other") == 3 for r in result["remarks"]), result)
    expect("B: hover knows the values", "reached: `open`" in s.hover("door := open"), s.hover("door := open"))
    wrong = text.replace("door := open", "dor := open")
    s.client.notify("textDocument/didChange", {"textDocument": {"uri": s.uri, "version": 2}, "contentChanges": [{"text": wrong}]})
    s.client.settle()
    found = s.client.diagnostics[s.uri]
    expect("B: an error", any(part(wrong, d["range"]) == "dor" for d in found), found)
    return s.client.leave()


def specification(program, folder):
    s = Opened(program, folder, "model.mcrl2", SPECIFICATION, "mcrl2")
    text = s.text
    same("mCRL2: diagnostics are those of check", told_by_server(text, s.client.diagnostics[s.uri]),
         told_by_program(program, s.path))
    same("mCRL2: a parameter", s.definition("me) . Owner"), (number(text, "me: Id"), "me"))
    same("mCRL2: one that is assigned", s.definition("free = true"), (number(text, "free: Bool"), "free"))
    same("mCRL2: a function", s.definition("next(me)"), (number(text, "next"), "next"))
    same("mCRL2: a process", s.definition("Owner(a"), (number(text, "Owner"), "Owner"))
    same("mCRL2: an action", s.references("take"), [number(text, "take"), number(text, "take(me)"), number(text, "take, give}")])
    same("mCRL2: a sort", s.definition("Id -> Id"), (number(text, "Id"), "Id"))
    expect("mCRL2: hover says the sort", "next: Id -> Id" in s.hover("next(me)"), s.hover("next(me)"))
    names = [x["name"] for x in s.client.request("textDocument/documentSymbol", {"textDocument": {"uri": s.uri}})]
    expect("mCRL2: symbols", all(n in names for n in ("Id", "next", "take", "Owner", "a")), names)
    expect("mCRL2: a lens to check", (0, "check this model") in s.lenses(), s.lenses())
    s.renamed_is_right("a parameter", "me: Id", "self")
    s.renamed_is_right("an action", "take", "grab")
    s.renamed_is_right("a process", "Owner", "Holder")
    s.renamed_is_right("a constructor", "a |", "first")
    s.refuses_rename("me: Id", "free", "already the name")
    s.refuses_rename("me: Id", "delta", "with the name 'delta'|mean something else")
    expect("mCRL2: the specification is checked", s.check("")["verdict"] in ("verified", "violated"))
    wrong = text.replace("give(next(me))", "give(nxt(me))")
    s.client.notify("textDocument/didChange", {"textDocument": {"uri": s.uri, "version": 2}, "contentChanges": [{"text": wrong}]})
    s.client.settle()
    found = s.client.diagnostics[s.uri]
    expect("mCRL2: an error", any(part(wrong, d["range"]).startswith("nxt") for d in found), found)
    return s.client.leave()


def modal_formulas(program, folder):
    """Formulas of an mCRL2 specification in files of their own: read with it, whether it is open or not."""
    inside = os.path.join(folder, "formulas")
    os.makedirs(inside, exist_ok=True)
    path = os.path.join(inside, "model.mcrl2")
    with open(path, "w", encoding="utf-8") as file:
        file.write(SPECIFICATION)
    client = Client(program)
    uri, formula_uri = "file://" + path, f"file://{inside}/model_live.mcf"
    formula = "% somebody can always do something\n[true*] <true> true"
    client.open(formula_uri, formula, "mcf")
    client.settle()
    same("formulas: nothing is wrong", client.diagnostics.get(formula_uri, []), [])
    lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": formula_uri}})
    titles = [x["command"]["title"] for x in lenses]
    same("formulas: a lens to check", titles, ["check this formula"])
    answer = client.request("workspace/executeCommand", {k: lenses[0]["command"][k] for k in ("command", "arguments")})
    expect("formulas: checked", answer["verdict"] in ("verified", "violated"), answer)
    wrong = formula.replace("<true>", "<no_such_action>")
    client.notify("textDocument/didChange", {"textDocument": {"uri": formula_uri, "version": 2}, "contentChanges": [{"text": wrong}]})
    client.settle()
    found = client.diagnostics[formula_uri]
    expect("formulas: an error has its place", any(part(wrong, d["range"]) == "no_such_action" for d in found), found)
    client.notify("textDocument/didChange", {"textDocument": {"uri": formula_uri, "version": 3},
                                             "contentChanges": [{"text": "[true*] [take(a)] false"}]})
    client.open(uri, SPECIFICATION, "mcrl2")
    client.settle()
    same("formulas: with the open specification", [d for d in client.diagnostics[formula_uri] if d["severity"] == 1], [])
    lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": formula_uri}})
    same("formulas: the lens again", [x["command"]["title"] for x in lenses], ["check this formula"])
    answer = client.request("workspace/executeCommand", {k: lenses[0]["command"][k] for k in ("command", "arguments")})
    same("formulas: one that does not hold", answer["verdict"], "violated")
    expect("formulas: the verdict stands at the formula",
           any(d.get("source") == "quotient check" for d in client.diagnostics.get(formula_uri, [])), client.diagnostics)
    return client.leave()


def headers(program, folder):
    """Texts in memory go before files, also where they are included; names are followed into them."""
    header = os.path.join(folder, "shared.h")
    with open(header, "w", encoding="utf-8") as file:
        file.write("byte from_disk;\n")
    model = '#include "shared.h"\nactive proctype p() { from_editor = 1 }\n'
    client = Client(program)
    uri, header_uri = f"file://{folder}/user.pml", "file://" + header
    client.open(uri, model)
    client.settle()
    expect("the file on disk is included", any("from_editor" in d["message"] for d in client.diagnostics[uri]))
    in_memory = "byte from_editor;\n"
    client.open(header_uri, in_memory, "c")
    client.settle()
    same("the open text is included instead", [d for d in client.diagnostics[uri] if d["severity"] == 1], [])
    found = client.request("textDocument/definition", at(uri, model, "from_editor"))
    same("a definition in a header", (found["uri"], part(in_memory, found["range"])), (header_uri, "from_editor"))
    found = client.request("textDocument/references", {**at(header_uri, in_memory, "from_editor"),
                                                       "context": {"includeDeclaration": False}})
    same("a use, asked from the header", [f["uri"] for f in found], [uri])
    changes = client.request("textDocument/rename", {**at(uri, model, "from_editor"), "newName": "both"})["changes"]
    same("a rename reaches both files", (edited(model, changes[uri]), edited(in_memory, changes[header_uri])),
         (model.replace("from_editor", "both"), in_memory.replace("from_editor", "both")))
    client.notify("textDocument/didChange", {"textDocument": {"uri": header_uri, "version": 2},
                                             "contentChanges": [{"text": "byte from_editor\nbyte ("}]})
    client.settle()
    expect("an error in a header is shown there", client.diagnostics.get(header_uri), client.diagnostics)
    return client.leave()


def configured(program, folder):
    """Macros of the configuration are known, and stand nowhere."""
    text = "byte x = SIZE;\nactive proctype p() { assert(x == 4) }\n"
    client = Client(program, {"defines": ["SIZE=4"]})
    uri = f"file://{folder}/configured.pml"
    client.open(uri, text)
    client.settle()
    same("a define of the configuration holds", client.diagnostics[uri], [])
    same("its definition can be shown nowhere", client.request("textDocument/definition", at(uri, text, "SIZE")), None)
    expect("but it can be hovered over",
           "#define SIZE 4" in client.request("textDocument/hover", at(uri, text, "SIZE"))["contents"]["value"])
    result = client.request("workspace/executeCommand", {"command": "quotient.check", "arguments": [uri, ""]})
    same("and is there in a check", result["verdict"], "verified")
    same("it leaves in order", client.leave(), 0)
    # What is configured for a workspace is for all of its models, each of which takes what is its own.
    client = Client(program, {"defines": ["SIZE=4"], "setSizes": {"PERSON": 3, "SHIP": 7}})
    uri = f"file://{folder}/sized.mch"
    client.open(uri, MACHINE, "b")
    client.settle()
    same("settings for other models are no errors", client.diagnostics[uri], [])
    lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    expect("the size of a set holds", "3 interchangeable: S3" in [lens["command"]["title"] for lens in lenses], lenses)
    return client.leave()


def manners(program, folder):
    """The protocol itself: garbage, order, cancelling, leaving."""
    client = Client(program, initialise=False)
    client.raw(b"hello\r\n\r\nContent-Length: x\r\n\r\n")
    client.raw(b"Content-Length: 7\r\n\r\n{broken")
    same("what is no JSON is refused", client.receive()["error"]["code"], -32700)
    client.raw(b"Content-Length: 2\r\nContent-Type: x\r\n\r\n[]")
    expect("nor is an empty list a message", "error" in client.receive())
    for message in ({"id": 1}, {"jsonrpc": "2.0", "id": 2, "method": "no/such"},
                    {"jsonrpc": "2.0", "id": 3, "method": "textDocument/hover", "params": {"textDocument": 7}},
                    {"jsonrpc": "2.0", "id": 4, "method": "textDocument/rename", "params": [1]},
                    {"jsonrpc": "2.0", "id": 5, "method": "workspace/executeCommand", "params": {"command": 1}}):
        client.send(message)
        expect(f"an answer to {message}", client.answer(message["id"]) is not None)
    client.send({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": {"uri": 3}}})
    client.send({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": "x"})
    path = f"{folder}/large.pml"
    text = "".join(f"int x{i};\n" for i in range(7)) + "active proctype p() { do " + "".join(
        f":: x{i} < 100 -> x{i}++ " for i in range(7)) + "od }\n"
    uri = "file://" + path
    client.open(uri, text)
    # Far too many states: only cancelling ends it in time.
    number_of_check = client.ask("workspace/executeCommand", {"command": "quotient.check", "arguments": [uri, ""]})
    expect("the server answers while a check runs",
           client.request("textDocument/hover", at(uri, text, "x0")) is not None)
    client.notify("$/cancelRequest", {"id": number_of_check})
    same("a check is cancelled", client.answer(number_of_check)["error"]["code"], -32800)
    client.notify("workspace/didChangeConfiguration", {"settings": {"quotient": {"checkSeconds": 0.2}}})
    result = client.request("workspace/executeCommand", {"command": "quotient.check", "arguments": [uri, ""]})
    same("a limit of time ends a check", result["verdict"], "incomplete")
    same("it leaves in order", client.leave(), 0)
    rude = Client(program)
    rude.server.stdin.close()
    same("without a word it ends with 1", rude.server.wait(10), 1)


def extension():
    """What the extension for VS Code consists of: all that it names is there, and its patterns are patterns."""
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../editors/vscode")
    with open(os.path.join(root, "package.json"), encoding="utf-8") as file:
        package = json.load(file)
    parts = package["contributes"]
    files = [package["main"], *(x["configuration"] for x in parts["languages"]), *(x["path"] for x in parts["grammars"])]
    expect("the extension has all its files", all(os.path.exists(os.path.join(root, f)) for f in files), files)
    samples = {"promela": (PROMELA, ["active", "proctype", "byte", "goto"]), "b": (MACHINE, ["MACHINE", "PRE", "card"]),
               "mcrl2": (SPECIFICATION, ["proc", "init", "allow", "Bool"])}
    for grammar in parts["grammars"]:
        with open(os.path.join(root, grammar["path"]), encoding="utf-8") as file:
            tree = json.load(file)
        same(f"{grammar['language']}: the scope of the grammar", tree["scopeName"], grammar["scopeName"])
        text, words = samples[grammar["language"]]
        coloured = set()
        for pattern in patterns_of(tree):
            coloured.update(m.group(0).split()[0] for m in re.finditer(pattern, text, re.M) if m.group(0).split())
        expect(f"{grammar['language']}: the grammar knows the words of its language", coloured.issuperset(words), coloured)


def patterns_of(tree):
    if isinstance(tree, dict):
        for key, value in tree.items():
            if key in ("match", "begin"):
                yield value
            else:
                yield from patterns_of(value)
    elif isinstance(tree, list):
        for each in tree:
            yield from patterns_of(each)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    program = os.path.abspath(parser.parse_args().program)
    with tempfile.TemporaryDirectory() as folder:
        opened = promela(program, folder)
        edits(opened)
        same("Promela: it leaves in order", opened.client.leave(), 0)
        same("writing: it leaves in order", writing(program, folder), 0)
        same("findings: it leaves in order", findings(program, folder), 0)
        same("claims: it leaves in order", whole_model(program, folder), 0)
        same("remarks: it leaves in order", remarks(program, folder), 0)
        same("B: it leaves in order", machine(program, folder), 0)
        same("mCRL2: it leaves in order", specification(program, folder), 0)
        same("formulas: it leaves in order", modal_formulas(program, folder), 0)
        same("headers: it leaves in order", headers(program, folder), 0)
        same("configured: it leaves in order", configured(program, folder), 0)
        manners(program, folder)
    extension()
    return summary()


sys.exit(main())
