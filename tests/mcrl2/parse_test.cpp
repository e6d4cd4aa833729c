#include <gtest/gtest.h>

#include "mcrl2/check/check.hpp"
#include "mcrl2/syntax/parser.hpp"

namespace quotient::mcrl2 {
namespace {

/// Parses and checks; returns every message, one a line, as LINE:COLUMN: MESSAGE [did you mean X].
std::string syntax_messages(std::string text) {
  SourceMap sources;
  const FileId file = sources.add("m.mcrl2", std::move(text));
  Diagnostics diagnostics;
  const ast::Specification tree = parse(sources, file, diagnostics);
  if (!diagnostics.has_errors()) check(tree, diagnostics);
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    const LineColumn at = sources.locate(diagnostic.range).position;
    out += std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + diagnostic.message;
    if (!diagnostic.suggestion.empty()) out += " [" + diagnostic.suggestion + "]";
    out += "\n";
  }
  return out;
}

TEST(Parse, AcceptsEveryPartOfTheLanguage) {
  EXPECT_EQ(syntax_messages(R"(
sort A = struct a1 | a2(first: Nat, second: List(A))?is_a2 | a3?is_a3;
     B; L = List(Nat); F = Nat # Bool -> Pos;
cons b0: B; bs: B -> B;
map f: Nat # Nat -> Nat; g: F; size: B -> Nat; h: Nat -> Nat -> Nat; N: Pos; upd: (Nat -> Bool) -> Bool;
glob dc: Nat, other: Bool;
var n, m: Nat, b: B; x: Bool;
eqn f(n, 0) = n;
    m > 0 -> f(n, m) = f(n + 1, Int2Nat(m - 1));
    size(b0) = 0;
    size(bs(b)) = size(b) + 1;
    h(n)(m) = n * m;
    N = 3;
    g(n, x) = if(x, 1, succ(n));
act a; c, d: Nat # A; e: Bool; r: List(Nat);
proc P(n: Nat, s: Set(Nat), l: List(Nat)) =
    (n < 5 && !(n in s)) -> a . P(n + 1, s + {n}, n |> l)
  + sum k: Nat, y: Bool. (k < n => y) -> c(k, a2(k, [])) . P(n = k)
  + (forall i: Nat. i < n => i in s) -> (e(true) | a) . delta <> tau . P()
  + (exists i, j: Nat. i + j == n) -> r([1, 2] ++ l) . Q(lambda z: Nat. z > n)
  + (#l > 0) -> c(head(l) whr q = n + 1, t = 2 end, a1) . P(s = {z: Nat | z < 3} - {1});
  Q(p: Nat -> Bool) = p(3) -> a . Q(p[3 -> false][4 -> true]) <> (a + e(p(2)) . Q());
init hide({a}, allow({a, c | d, e}, comm({c | d -> c}, block({r}, rename({e -> e}, P(0, {}, []) || Q(lambda z: Nat. true))))));
)"),
            "");
}

TEST(Parse, AByteOrderMarkIsNothing) {
  EXPECT_EQ(syntax_messages("\xEF\xBB\xBF"
                            "act a; init a;\n"),
            "");
  EXPECT_EQ(syntax_messages("\xEF\xBB\xBF"
                            "act $;")
                .substr(0, 4),
            "1:5:");
}

TEST(Parse, StructuresThatAreWrittenAlikeAreOneSort) {
  EXPECT_EQ(syntax_messages("sort P = struct pr(a: Nat, b: Bool)?is_pr; Q = struct pr(a: Nat, b: Bool) ? is_pr;\n"
                            "map l: List(struct pr(a:Nat, b:Bool)?is_pr); act x: P; y: Q;\n"
                            "init sum p: Q. (p in l) -> x(p) . y(p);\n"),
            "");
}

/// A struct without a name of its own, met before or inside of a definition: it was declared twice, and a sort that is
/// defined by way of its fields was "defined as itself".
TEST(Parse, StructuresInsideOfDefinitions) {
  EXPECT_EQ(syntax_messages("sort L = List(struct a | b); D = struct a | b;\n"
                            "act x: D; y: L; init x(a) . y([a, b]);\n"),
            "");
  EXPECT_EQ(syntax_messages("sort B = List(struct f(B) | c); S = Set(struct g(S, B) | h);\n"
                            "act x: B; y: S; init x([f([]), c]) . y({h, g({}, [c])});\n"),
            "");
  EXPECT_EQ(syntax_messages("sort B = List(B);\ninit delta;\n"), "1:6: sort 'B' is defined as itself\n");
}

/// The arrow binds weaker than '#': one argument, a function.
TEST(Parse, ActionsWithFunctions) {
  EXPECT_EQ(syntax_messages("act f: Bool -> Bool; g: Nat # Nat -> Nat; h: Nat # (Nat -> Nat);\n"
                            "init f(lambda b: Bool. !b) . g(lambda m, n: Nat. m) . h(1, lambda n: Nat. n);\n"),
            "");
}

}  // namespace
}  // namespace quotient::mcrl2
