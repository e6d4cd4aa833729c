"""The corpus of broken Promela: made on the fly, the same for the same seed.

`corpus(seed)` yields `Case`s. What Quotient must do with one:

  error    refuse it: exit code 2 and a line `file:line:column: error: ...`
  legal    take it: exit code 0, 1 or 3
  either   one of the two: some damage happens to leave a legal text
  file     refuse it without a place in the text: the file itself is the trouble
"""

import dataclasses
import glob
import os
import random
import re

HERE = os.path.dirname(os.path.abspath(__file__))
DEEP = 100_000

TOKEN = re.compile(rb"\s+|/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\])*\"|[A-Za-z_]\w*|\d+|"
                   rb"\?\?|!!|::|->|\.\.|\+\+|--|&&|\|\||==|!=|<=|>=|<<|>>|.", re.S)


@dataclasses.dataclass
class Case:
    name: str
    text: bytes
    wanted: str = "error"
    beside: dict = dataclasses.field(default_factory=dict)  # files to put beside the model


def bases(count):
    """Rich models to damage: the longest of the corner models that include nothing."""
    texts = []
    for path in sorted(glob.glob(os.path.join(HERE, "models", "*.pml"))):
        with open(path, "rb") as stream:
            text = stream.read()
        if b"#include" not in text:
            texts.append((os.path.basename(path), text))
    texts.sort(key=lambda pair: (-len(TOKEN.findall(pair[1])), pair[0]))
    return texts[:count]


def process(body, before=""):
    return f"{before}\nbyte x; byte a[3];\nactive proctype P() {{\n{body}\n}}\n".encode()


def truncations():
    for name, text in bases(8):
        end = 0
        for index, token in enumerate(TOKEN.findall(text)):
            end += len(token)
            if token.isspace() or token.startswith(b"/*"):
                continue
            cut = text[:end]
            bare = re.sub(rb"/\*.*?\*/|\"[^\"]*\"", b"", cut, flags=re.S)
            open_braces = bare.count(b"{") != bare.count(b"}")
            yield Case(f"truncated {name} after token {index}", cut, "error" if open_braces else "either")


def mutations(dice):
    for name, text in bases(12):
        tokens = [token for token in TOKEN.findall(text)]
        for index in range(25):
            kind = dice.choice(["drop", "double", "swap", "flip", "splice"])
            changed = list(tokens)
            at = dice.randrange(len(changed) - 1)
            if kind == "drop":
                del changed[at]
            elif kind == "double":
                changed.insert(at, changed[at])
            elif kind == "swap":
                other = dice.randrange(len(changed))
                changed[at], changed[other] = changed[other], changed[at]
            elif kind == "splice":
                changed[at] = dice.choice([b"{", b"}", b"(", b")", b"::", b"od", b"fi", b"]", b"->", b";", b"#", b"\0"])
            damaged = b"".join(changed)
            if kind == "flip":
                where = dice.randrange(len(damaged))
                damaged = damaged[:where] + bytes([dice.randrange(256)]) + damaged[where + 1:]
            yield Case(f"{kind} in {name}, {index}", damaged, "either")


def noise(dice):
    for size in (1, 2, 7, 64, 1000, 100_000):
        yield Case(f"noise of {size} bytes", bytes(dice.randrange(256) for _ in range(size)),
                   "error" if size > 7 else "either")
    yield Case("noise after a model", bases(1)[0][1] + bytes(dice.randrange(128, 256) for _ in range(300)))
    yield Case("zero bytes", b"\0" * 5000)
    yield Case("a zero byte in a model", process("x = 1;\0 x = 2"))
    yield Case("bytes that are not UTF-8 in a comment", process("x = 1") + b"/* \xff\xfe\x80 */\n", "legal")
    yield Case("bytes that are not UTF-8 in a name", b"byte \xe9t\xe9;\n" + process("x = 1"))
    yield Case("random tokens", b" ".join(dice.choice([b"if", b"fi", b"do", b"od", b"::", b"->", b"x", b"1", b"{", b"}",
                                                       b"(", b")", b"proctype", b"atomic", b"chan", b"=", b";", b"?"])
                                          for _ in range(20_000)))


def nesting():
    deep = {
        "parentheses": ("x = " + "(" * DEEP + "1" + ")" * DEEP, "either"),
        "parentheses left open": ("x = " + "(" * DEEP + "1", "error"),
        "parentheses closed only": ("x = 1" + ")" * DEEP, "error"),
        "negations": ("x = " + "!" * DEEP + "1", "either"),
        "minus signs": ("x = " + "- " * DEEP + "1", "either"),
        "complements": ("x = " + "~" * DEEP + "1", "either"),
        "operators to the left": ("x = 1" + " + 1" * DEEP, "either"),
        "comparisons": ("x = 1" + " == 1" * DEEP, "either"),
        "conditional expressions": ("x = " + "(1 -> " * DEEP + "1" + " : 2)" * DEEP, "either"),
        "indices": ("x = " + "a[" * DEEP + "0" + "]" * DEEP, "either"),
        "blocks": ("{ " * DEEP + "skip" + " }" * DEEP, "either"),
        "blocks left open": ("{ " * DEEP, "error"),
        "atomics": ("atomic { " * DEEP + "skip" + " }" * DEEP, "either"),
        "d_steps": ("d_step { " * DEEP + "skip" + " }" * DEEP, "either"),
        "ifs": ("if :: " * DEEP + "skip" + " fi" * DEEP, "either"),
        "ifs left open": ("if :: " * DEEP, "error"),
        "dos": ("do :: " * DEEP + "break" + " od" * DEEP, "either"),
        "unlesses in a row": ("skip" + " unless skip" * DEEP, "either"),
        "unlesses inside": ("{ " * DEEP + "skip" + " } unless { x }" * DEEP, "either"),
        "labels": ("".join(f"l{index}: " for index in range(DEEP)) + "skip", "either"),
        "fors": ("for (x : 0 .. 1) { " * DEEP + "skip" + " }" * DEEP, "either"),
        "evals": ("x?" + "eval(" * DEEP + "1" + ")" * DEEP, "error"),
        "fields": ("x = x" + ".x" * DEEP, "error"),
        "runs": ("x = " + "run P(" * DEEP + ")" * DEEP, "error"),
    }
    for name, (body, wanted) in deep.items():
        yield Case(f"{DEEP} {name}", process(body), wanted)
    # Symmetry detection read each `if` by a call of its own, and ended by a segmentation fault at 8,000 or so.
    choices = "".join(f'if :: x == {i % 7} -> printf("a") :: else -> printf("b") fi;\n' for i in range(12_000))
    yield Case("12000 ifs in a d_step", process("d_step { " + choices + "x = 1 }"), "legal")
    yield Case("nested #if", b"#if 1\n" * DEEP + process("skip") + b"#endif\n" * DEEP, "either")
    yield Case("nested #if left open", b"#if 1\n" * DEEP + process("skip"))
    types = "typedef T0 { byte v }\n" + "".join(f"typedef T{i + 1} {{ T{i} in }}\n" for i in range(5000))
    yield Case("a chain of 5000 typedefs", (types + "T5000 t;\n").encode() + process("skip"), "either")
    doubling = "typedef T0 { byte v }\n" + "".join(f"typedef T{i + 1} {{ T{i} a; T{i} b }}\n" for i in range(60))
    yield Case("a typedef of 2^60 bytes", (doubling + "T60 t;\n").encode() + process("skip"))
    yield Case("nested ltl", b"byte x; ltl f { " + b"[] (" * DEEP + b"x == 0" + b")" * DEEP + b" }\n", "either")
    yield Case("nested comments", b"/* " * DEEP + b"*/" + process("skip"), "legal")


def preprocessing():
    ok = process("x = 1")
    yield Case("an include of itself", b'#include "model.pml"\n' + ok)
    yield Case("two files that include each other", b'#include "one.h"\n' + ok, "error",
               {"one.h": b'#include "two.h"\n', "two.h": b'#include "one.h"\n'})
    yield Case("a file that includes itself twice", b'#include "one.h"\n' + ok, "error",
               {"one.h": b'#include "one.h"\n#include "one.h"\n'})
    yield Case("a missing include", b'#include "nowhere.h"\n' + ok)
    yield Case("an include of a folder", b'#include "."\n' + ok)
    yield Case("an include of an endless file", b'#include "/dev/zero"\n' + ok)
    yield Case("an error in an include", b'#include "one.h"\n' + ok, "error", {"one.h": b"byte y\nbyte byte;\n"})
    yield Case("an include without a name", b"#include\n" + ok)
    yield Case("an include left open", b'#include "one.h\n' + ok)
    yield Case("#define of nothing", b"#define\n" + ok)
    yield Case("#define of a number", b"#define 3 4\n" + ok)
    yield Case("#if of nothing", b"#if\n#endif\n" + ok)
    yield Case("#if 1/0", b"#if 1/0\n#endif\n" + ok)
    yield Case("#if with an open parenthesis", b"#if (1\n#endif\n" + ok)
    yield Case("#endif alone", b"#endif\n" + ok)
    yield Case("#else alone", b"#else\n" + ok)
    yield Case("#else twice", b"#if 1\n#else\n#else\n#endif\n" + ok)
    yield Case("#if left open", b"#if 1\n" + ok)
    yield Case("#ifdef left open at the end", ok + b"#ifdef X")
    yield Case("#error", b"#error stop here\n" + ok)
    yield Case("an unknown directive", b"#frobnicate\n" + ok)
    yield Case("a macro of itself", b"#define A A\n" + process("x = A"))
    yield Case("two macros of each other", b"#define A B\n#define B A\n" + process("x = A"))
    yield Case("a macro call of itself", b"#define F(y) F(y + 1)\n" + process("x = F(1)"))
    yield Case("a macro call left open", b"#define F(y) y\n" + process("x = F(1"))
    yield Case("a macro with too few arguments", b"#define F(y, z) y + z\n" + process("x = F(1)"))
    yield Case("a macro with too many arguments", b"#define F(y) y\n" + process("x = F(1, 2)"))
    yield Case("a macro with its parameters left open", b"#define F(y\n" + process("x = 1"))
    bomb = "#define A0 1 + 1\n" + "".join(f"#define A{i + 1} A{i} + A{i}\n" for i in range(40))
    yield Case("macros that make 2^40 tokens", bomb.encode() + process("x = A40"))
    yield Case("a backslash at the end", ok + b"\\")
    yield Case("a directive at the end", ok + b"#", "either")
    yield Case("carriage returns", ok.replace(b"\n", b"\r\n"), "legal")
    yield Case("a byte order mark", b"\xef\xbb\xbf" + ok, "legal")


def unfinished():
    ok = process("x = 1")
    yield Case("a comment left open", ok + b"/* never ends\n\n")
    yield Case("a comment left open at the start", b"/* " + ok)
    yield Case("a string left open", process('printf("never ends)'))
    yield Case("a string over the end", b'active proctype P() { printf("')
    yield Case("a character left open", process("x = 'a"))
    yield Case("an inline left open", b"inline f() { skip\n" + ok)
    yield Case("an inline without parameters", b"inline f { skip }\n" + ok)
    yield Case("an inline call left open", b"inline f(y) { y = 1 }\n" + process("f(x"))
    yield Case("an inline of itself", b"inline f() { f() }\n" + process("f()"))
    yield Case("two inlines of each other", b"inline f() { g() }\ninline g() { f() }\n" + process("f()"))
    yield Case("an inline with too few arguments", b"inline f(y, z) { y = z }\n" + process("f(x)"))
    bomb = "inline f0() { x++ }\n" + "".join(f"inline f{i + 1}() {{ f{i}(); f{i}() }}\n" for i in range(40))
    yield Case("inlines that make 2^40 statements", bomb.encode() + process("f40()"))
    yield Case("nothing at all", b"", "either")
    yield Case("white space only", b" \n\t\n", "either")
    yield Case("a comment only", b"/* nothing */", "either")
    yield Case("declarations only", b"byte x;\n", "either")


def numbers():
    bodies = {
        "a name of 1,000,000 letters": "y" * 1_000_000 + " = 1",
    }
    for name, body in bodies.items():
        yield Case(name, process(body))
    yield Case("a number of 100,000 digits", process("x = " + "9" * DEEP), "either")
    yield Case("a number of 30 digits", process("x = " + "9" * 30), "either")
    declarations = {
        "an array of 2^32": "byte b[4294967296];", "an array of 2^31-1": "int b[2147483647];",
        "an array of 10^9 structures": "typedef T { int v[1000] } T b[1000000];", "an array of 0": "byte b[0];",
        "an array of -1": "byte b[-1];", "an array of no size": "byte b[];", "an array of a variable": "byte y; byte b[y];",
        "a channel of 2^31-1": "chan c = [2147483647] of { byte };", "a channel of -1": "chan c = [-1] of { byte };",
        "a channel of 10^9": "chan c = [1000000000] of { int };", "a channel of nothing": "chan c = [1] of { };",
        "a channel of a channel of nothing": "chan c = [1] of { chan of };", "unsigned of 0 bits": "unsigned u : 0;",
        "unsigned of 33 bits": "unsigned u : 33;", "unsigned of no bits": "unsigned u : ;",
        "a typedef of itself": "typedef T { T t }", "two typedefs of each other": "typedef T { U u } typedef U { T t }",
        "a typedef twice": "typedef T { byte b } typedef T { byte b }", "a name twice": "byte y; int y;",
        "an mtype of 300 names": "mtype = { " + ", ".join(f"m{i}" for i in range(300)) + " };",
        "an mtype name twice": "mtype = { one, one };", "a keyword as a name": "byte proctype;",
        "an unknown type": "colour y;", "a missing semicolon": "byte y byte z;",
        "a division by zero": "byte y = 1 / 0;", "256 active processes": "active [256] proctype Q() { skip }",
        "10^6 active processes": "active [1000000] proctype Q() { skip }",
        "-1 active processes": "active [-1] proctype Q() { skip }",
        "embedded C": "c_decl { int y; }", "a proctype twice": "proctype P() { skip }",
        "init twice": "init { skip } init { skip }", "never twice": "never { skip } never { skip }",
        "a parameter twice": "proctype Q(byte b; int b) { skip }",
        "an ltl formula left open": "ltl f { [] (x == 0 ", "an empty ltl formula": "ltl f { }",
        "an ltl formula of an unknown name": "ltl f { [] nothing }",
    }
    legal_or_not = {"a missing semicolon", "a division by zero", "-1 active processes", "init twice",
                    "an array of a variable", "256 active processes", "10^6 active processes", "a channel of -1",
                    "an array of 2^31-1", "an array of 10^9 structures", "a channel of 2^31-1", "a channel of 10^9",
                    "never twice"}
    for name, text in declarations.items():
        yield Case(name, text.encode() + b"\n" + process("skip"), "either" if name in legal_or_not else "error")


def meaning():
    bodies = ["y = 1", "goto nowhere", "break", "else", "l: skip; l: skip", "x = run Q()", "run x()", "x!1", "c?x",
              "x = a", "a = x", "x.f = 1", "x[1] = 2", "a[0][1] = 2", "P = 1", "x = P", "if fi", "do od", "if :: fi",
              "assert()", "assert(1, 2)", "printf(x)", "len(x) == 1", "x = = 1", "x +", "1 = x", "x = 1 2", "atomic",
              "unless skip", "skip unless", "for (x : 1) { skip }", "for (y in x) { skip }", "select (x)", "x? ",
              "x!!", "x??[", "timeout = 1", "_pid = 3", "_nr_pr++", "c_code { x = 1; }", "skip } }", "{ skip",
              "x = eval(1)", "d_step { goto out }; out: skip", "set_priority(1)", "enabled()", "x = (1 -> 2)",
              "x = (1 : 2)", "od", "fi", "::", ":: skip", "l:", "->", "; ; ;", "x = 'ab'", "x = \"s\"", "@", "$x = 1",
              "Q[0]@l", "P[0]:zz == 1", "chan q = [1] of { byte }; q!1, 2", "chan q = [1] of { byte }; q?x, x"]
    spin_shrugs = {"else", "l:", "len(x) == 1", "P[0]:zz == 1", "; ; ;", "->"}
    for body in bodies:
        yield Case(f"statement {body!r}", process(body), "either" if body in spin_shrugs else "error")


def large():
    million = 1_000_000
    yield Case("10 MB of comment", b"/*" + b" long" * (2 * million) + b"*/" + process("skip"), "legal")
    yield Case("10 MB of statements left open", process("x = 1;\n" * (10 * million // 7))[:-3])
    yield Case("10 MB of one line left open", b"active proctype P() { " + b"skip; " * (10 * million // 6))
    yield Case("10 MB of noise", random.Random(1).randbytes(10 * million))
    yield Case("10 MB of declarations and an error", b"".join(b"byte v%d;\n" % i for i in range(750_000)) + b"byte ;")
    yield Case("10 MB of errors", b"active proctype P() {\n" + b"x == = 1;\n" * million + b"}\n")
    yield Case("10 MB of one name", b"a" * (10 * million))
    yield Case("10 MB of opening braces", b"{" * (10 * million))
    yield Case("10 MB of string", process('printf("' + "s" * (10 * million) + '")'), "either")
    yield Case("10 MB of #define", b"".join(b"#define M%d 1\n" % i for i in range(600_000)) + process("x = M3 +"))


def corpus(seed):
    dice = random.Random(seed)
    yield from truncations()
    yield from mutations(dice)
    yield from noise(dice)
    for group in (nesting, preprocessing, unfinished, numbers, meaning, large):
        yield from group()
