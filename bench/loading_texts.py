"""Texts of a given size for bench/loading: each function gives a model with about `n` of the things in its name."""


def straight_line(n):
    """One process, assignments to global variables one after the other."""
    body = ";\n".join(f"x = {k % 7}" if k % 2 else "y = x + 1" for k in range(n))
    return f"byte x, y;\nactive proctype p() {{ {body} }}\n"


def straight_line_of_two(n):
    """The same, in two processes that are interchangeable."""
    body = ";\n".join(f"x = {k % 7}" if k % 2 else "y = x" for k in range(n))
    return f"byte x, y;\nactive [2] proctype p() {{ {body} }}\n"


def local_statements(n):
    """Statements on local variables, which merging takes for one step."""
    body = ";\n".join(f"v{k % 20} = v{(k * 7 + 3) % 20} + {k % 5}" for k in range(n))
    locals_ = ";\n".join(f"byte v{k}" for k in range(20))
    return f"byte x;\nactive proctype p() {{ {locals_}; do :: x = 1; {body}; x = v3 od }}\n"


def many_locals(n):
    """Each local variable is written once and read much later."""
    names = max(n // 2, 1)
    lines = [f"byte v{k};" for k in range(names)]
    lines += [f"v{k} = x;" for k in range(names)]
    lines += [f"x = v{k};" for k in range(names)]
    return "byte x;\nactive proctype p() {\n" + "\n".join(lines) + "\n}\n"


def selections(n):
    """Two-way ifs one after the other."""
    return "byte x;\nactive proctype p() {\n" + "\n".join("if :: x = 1 :: x = 2 fi;" for _ in range(n // 2)) + "skip }\n"


def three_way_selections(n):
    """Three-way ifs on a local byte, which take no step of their own."""
    return ("byte x;\nactive proctype p() { byte b;\n" +
            "\n".join("if :: b == 0 -> b = 1 :: b == 1 -> b = 2 :: else -> b = 0 fi;" for _ in range(n // 3)) + "x = b }\n")


def wide_selection(n):
    """One if of many options."""
    return "byte x;\nactive proctype p() { do :: if\n" + "\n".join(f":: x == {k % 250} -> x = {k * 7 % 250}" for k in range(n // 2)) + "\nfi od }\n"


def equal_options(n):
    """One if of many options, some of them equal."""
    return "byte x;\nactive proctype p() { if\n" + "\n".join(f":: x = {k % 10}" for k in range(n)) + "\nfi }\n"


def equal_options_with_followers(n):
    """Options that are equal and go on for some steps: control locations that nobody can tell apart."""
    return ("byte x, y;\nactive [2] proctype p() { do\n" +
            "\n".join(f":: x = {k % 10}; y = 1; x = 0" for k in range(n // 3)) + "\nod }\n")


def loops_with_breaks(n):
    return ("byte x;\nactive proctype p() {\n" +
            "\n".join("do :: x < 5 -> x++ :: else -> break od;" for _ in range(n // 3)) + "skip }\n")


def gotos(n):
    lines = [f"L{k}: if :: x = {k % 5} :: goto L{(k * 17 + 1) % (n // 2)} fi;" for k in range(n // 2)]
    return "byte x;\nactive proctype p() {\n" + "\n".join(lines) + "\nskip }\n"


def goto_chain(n):
    """Jumps that lead to jumps."""
    lines = [f"L{k}: goto L{k + 1};" for k in range(n)]
    return "byte x;\nactive proctype p() {\nx = 1;\n" + "\n".join(lines) + f"\nL{n}: x = 2 }}\n"


def nested_selections(n):
    """Selections inside of one another."""
    depth = n // 2
    return "byte x;\nactive proctype p() {\n" + "if :: x = 1; " * depth + "x = 2" + " fi" * depth + "\n}\n"


def nested_first(n):
    """Selections whose first statement is a selection."""
    depth = n // 2
    return "byte x;\nactive proctype p() {\n" + "if :: x = 1 :: " * depth + "x = 2" + " fi" * depth + "\n}\n"


def nested_blocks(n):
    return "byte x;\nactive proctype p() {\n" + "{ x = 1; " * n + "x = 2" + " }" * n + "\n}\n"


def atomic_line(n):
    body = ";\n".join(f"x = {k % 7}" for k in range(n))
    return f"byte x;\nactive [2] proctype p() {{ do :: atomic {{ {body} }} od }}\n"


def d_step_line(n):
    body = ";\n".join(f"x = {k % 7}" for k in range(n))
    return f"byte x;\nactive [2] proctype p() {{ do :: d_step {{ {body} }} od }}\n"


def unless_line(n):
    body = ";\n".join(f"x = {k % 7}" for k in range(n))
    return f"byte x;\nactive proctype p() {{ {{ {body} }} unless {{ x == 200 -> x = 0 }} }}\n"


def sends_and_receives(n):
    body = ";\n".join("c!1" if k % 2 else "c?x" for k in range(n))
    return f"chan c = [2] of {{ byte }};\nbyte x;\nactive [2] proctype p() {{ {body} }}\n"


def proctypes(n):
    """Many small process types, of which 20 run."""
    lines = [f"proctype p{k}() {{ x = {k % 9}; x = 0 }}" for k in range(n // 2)]
    runs = ";\n".join(f"run p{k}()" for k in range(min(20, n // 2)))
    return "byte x;\n" + "\n".join(lines) + f"\ninit {{ {runs} }}\n"


def channels(n):
    lines = [f"chan c{k} = [1] of {{ byte }};" for k in range(n)]
    body = ";\n".join(f"c{k}!1" for k in range(n))
    return "\n".join(lines) + f"\nactive proctype p() {{ {body} }}\n"


def globals_(n):
    lines = [f"byte g{k};" for k in range(n)]
    body = ";\n".join(f"g{k} = 1" for k in range(n))
    return "\n".join(lines) + f"\nactive proctype p() {{ {body} }}\n"


def large_array(n):
    return f"byte a[{n}];\nactive [3] proctype p() {{ byte i; do :: a[i] = 1 :: i++ od }}\n"


def inlines(n):
    """An inline that is used again and again."""
    return ("byte x;\ninline step(a, b) { x = a; b = x }\nactive proctype p() { byte l;\n" +
            "\n".join(f"step({k % 9}, l);" for k in range(n // 2)) + "skip }\n")


def nested_inlines(n):
    """Inlines that call one another: a text of twice the length each time."""
    lines = ["inline s0() { x = 1; x = 2 }"]
    depth = max(n // 2, 1).bit_length() - 1
    lines += [f"inline s{k}() {{ s{k - 1}(); s{k - 1}() }}" for k in range(1, depth + 1)]
    return "byte x;\n" + "\n".join(lines) + f"\nactive proctype p() {{ s{depth}() }}\n"


def macros(n):
    lines = [f"#define M{k} (x + {k % 9})" for k in range(n // 2)]
    return "\n".join(lines) + "\nbyte x;\nactive proctype p() {\n" + "\n".join(f"x = M{k};" for k in range(n // 2)) + "\nskip }\n"


def long_sum(n):
    return "byte x;\nactive proctype p() { x = " + " + ".join(["x"] * n) + " }\n"


def long_conjunction(n):
    terms = " && ".join(f"x != {k % 250}" for k in range(n))
    return f"byte x;\nactive [2] proctype p() {{ do :: ({terms}) -> x = 1 od }}\n"


def deep_parentheses(n):
    return "byte x;\nactive proctype p() { x = " + "(1 + " * n + "x" + ")" * n + " }\n"


def assertions(n):
    body = ";\n".join(f"assert(x != {k % 200 + 20})" for k in range(n))
    return f"byte x;\nactive proctype p() {{ x = 1; {body} }}\n"


def printfs(n):
    body = ";\n".join(f'printf("step {k}\\n")' for k in range(n))
    return f"byte x;\nactive proctype p() {{ x = 1; {body} }}\n"


def labels(n):
    lines = [f"L{k}: x = {k % 5};" for k in range(n)]
    return "byte x;\nactive proctype p() {\n" + "\n".join(lines) + "\nskip }\n"


def ltl_formulas(n):
    lines = [f"ltl f{k} {{ [] (x != {k % 200 + 20}) }}" for k in range(n // 20)]
    return "byte x;\nactive proctype p() { x = 1 }\n" + "\n".join(lines) + "\n"


def comments(n):
    return "byte x;\nactive proctype p() {\n" + "/* nothing to see */ // here\n" * n + "x = 1 }\n"


PROMELA = [straight_line, straight_line_of_two, local_statements, many_locals, selections, three_way_selections, wide_selection,
           equal_options, equal_options_with_followers, loops_with_breaks, gotos, goto_chain, nested_selections, nested_first,
           nested_blocks, atomic_line, d_step_line, unless_line, sends_and_receives, proctypes, channels, globals_, large_array,
           inlines, nested_inlines, macros, long_sum, long_conjunction, deep_parentheses, assertions, printfs, labels,
           ltl_formulas, comments]


# --- B ----------------------------------------------------------------------------------------------------------------


def operations(n):
    lines = [f"  op{k} = SELECT v = {k % 9} THEN v := {(k + 1) % 9} END" for k in range(n)]
    return "MACHINE M\nVARIABLES v\nINVARIANT v : 0..9\nINITIALISATION v := 0\nOPERATIONS\n" + ";\n".join(lines) + "\nEND\n"


def variables(n):
    names = [f"v{k}" for k in range(n)]
    return ("MACHINE M\nVARIABLES " + ", ".join(names) + "\nINVARIANT " + " & ".join(f"{v} : 0..9" for v in names) +
            "\nINITIALISATION " + " || ".join(f"{v} := 0" for v in names) +
            "\nOPERATIONS\n  op = SELECT v0 = 0 THEN v0 := 1 END\nEND\n")


def long_invariant(n):
    terms = " & ".join(f"v /= {k + 20}" for k in range(n))
    return ("MACHINE M\nVARIABLES v\nINVARIANT v : 0..9 & " + terms +
            "\nINITIALISATION v := 0\nOPERATIONS\n  op = SELECT v = 0 THEN v := 1 END\nEND\n")


def long_select(n):
    lines = "\n    WHEN ".join(f"v = {k % 9} THEN v := {(k + 1) % 9}" for k in range(n))
    return ("MACHINE M\nVARIABLES v\nINVARIANT v : 0..9\nINITIALISATION v := 0\nOPERATIONS\n  op = SELECT " + lines + " END\nEND\n")


def enumerated_set(n):
    elements = ", ".join(f"e{k}" for k in range(n))
    return (f"MACHINE M\nSETS S = {{ {elements} }}\nVARIABLES v\nINVARIANT v : S\nINITIALISATION v := e0\nOPERATIONS\n"
            "  op = SELECT v = e0 THEN v := e1 END\nEND\n")


def b_definitions(n):
    lines = ";\n".join(f"D{k} == (v = {k % 9})" for k in range(n))
    return (f"MACHINE M\nDEFINITIONS {lines}\nVARIABLES v\nINVARIANT v : 0..9\nINITIALISATION v := 0\nOPERATIONS\n"
            "  op = SELECT D0 THEN v := 1 END\nEND\n")


def b_sequence(n):
    body = ";\n".join(f"v := {k % 9}" for k in range(n))
    return f"MACHINE M\nVARIABLES v\nINVARIANT v : 0..9\nINITIALISATION v := 0\nOPERATIONS\n  op = BEGIN {body} END\nEND\n"


def b_long_sum(n):
    return ("MACHINE M\nVARIABLES v\nINVARIANT v : INTEGER\nINITIALISATION v := 0\nOPERATIONS\n  op = SELECT v = 0 THEN v := " +
            " + ".join(["v"] * n) + " END\nEND\n")


B = [operations, variables, long_invariant, long_select, enumerated_set, b_definitions, b_sequence, b_long_sum]


# --- mCRL2 ------------------------------------------------------------------------------------------------------------


def sequence(n):
    return "act a, b;\nproc P = " + " . ".join("a" if k % 2 else "b" for k in range(n)) + " . P;\ninit P;\n"


def sum_of_actions(n):
    return "act a: Nat;\nproc P = " + " + ".join(f"a({k}) . P" for k in range(n)) + ";\ninit P;\n"


def summands_of_state(n):
    return ("act a: Nat;\nproc P(s: Nat) = " + " + ".join(f"(s == {k}) -> a({k}) . P({k + 1})" for k in range(n)) +
            ";\ninit P(0);\n")


def actions(n):
    names = [f"a{k}" for k in range(n)]
    return "act " + ", ".join(names) + ";\nproc P = " + " + ".join(f"{a} . P" for a in names) + ";\ninit P;\n"


def processes_calling(n):
    lines = [f"P{k} = a . P{(k + 1) % n};" for k in range(n)]
    return "act a;\nproc " + "\n     ".join(lines) + "\ninit P0;\n"


def equations(n):
    return ("map f: Nat -> Nat;\neqn " + "\n    ".join(f"f({k}) = {(k * 7) % 100};" for k in range(n)) +
            "\nact a: Nat;\nproc P(x: Nat) = a(f(x)) . P((x + 1) mod 3);\ninit P(0);\n")


def constructors(n):
    return ("sort S = struct " + " | ".join(f"c{k}" for k in range(n)) +
            ";\nact a: S;\nproc P(s: S) = a(s) . P(c1);\ninit P(c0);\n")


def concatenations(n):
    return ("map l: List(Nat);\neqn l = " + " ++ ".join(["[1]"] * n) +
            ";\nact a: Nat;\nproc P(x: Nat) = a(x) . P(#l);\ninit P(0);\n")


def list_literal(n):
    return "act a: Nat;\nproc P(x: Nat) = a(x) . P(#[" + ", ".join(str(k % 9) for k in range(n)) + "]);\ninit P(0);\n"


def mcrl2_long_sum(n):
    return "act a: Nat;\nproc P(x: Nat) = (x < 5) -> a(x) . P(" + " + ".join(["x"] * n) + ");\ninit P(1);\n"


def mcrl2_long_conjunction(n):
    return ("act a: Nat;\nproc P(x: Nat) = (" + " && ".join(f"x != {k + 5}" for k in range(n)) +
            ") -> a(x) . P(1);\ninit P(0);\n")


MCRL2 = [sequence, sum_of_actions, summands_of_state, actions, processes_calling, equations, constructors, concatenations,
         list_literal, mcrl2_long_sum, mcrl2_long_conjunction]

LANGUAGES = [("Promela", ".pml", PROMELA), ("B", ".mch", B), ("mCRL2", ".mcrl2", MCRL2)]
