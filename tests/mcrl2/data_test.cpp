#include <gtest/gtest.h>

#include "mcrl2/check/check.hpp"
#include "mcrl2/data/compiler.hpp"
#include "mcrl2/data/evaluator.hpp"
#include "mcrl2/syntax/parser.hpp"

namespace quotient::mcrl2 {
namespace {

/// The value of an expression of a sort, given declarations; or what is wrong.
std::string evaluate(const std::string& declarations, const std::string& sort, const std::string& expression,
                     EvaluationLimits limits = {}) {
  SourceMap sources;
  const FileId file = sources.add(
      "m.mcrl2", declarations + "\nmap result': " + sort + ";\neqn result' = " + expression + ";\ninit delta;\n");
  Diagnostics diagnostics;
  const ast::Specification tree = parse(sources, file, diagnostics);
  auto spec = diagnostics.has_errors() ? std::nullopt : check(tree, diagnostics);
  if (!spec) return "error: " + diagnostics.all().front().message;
  Program program;
  Compiler(*spec, program, diagnostics).compile_functions();
  Evaluator evaluator(program, limits);
  for (std::uint32_t f = 0; f < spec->functions.size(); ++f) {
    if (spec->functions[f].name != "result'") continue;
    try {
      const FuncInfo& info = spec->functions[f];
      const SortId of = info.domain.empty() ? info.codomain : spec->sorts.function(info.domain, info.codomain);
      return evaluator.text(evaluator.call(FuncId{f}, {}), of);
    } catch (const EvaluationError& error) {
      return "error: " + error.message;
    }
  }
  return "no result";
}

/// The sort of {} comes from what it is used with; the complement of a set depends on it.
TEST(Data, ComplementsOfEmptySets) {
  const std::string e = "sort E = struct e1 | e2; map f: Set(E) -> Bool; var s: Set(E); eqn f(s) = s == {e1, e2};";
  for (const char* all :
       {"!{} == {e1, e2}", "{e1, e2} == !{}", "e1 in !{}", "!{} + {e1} == !{}", "f(!{})", "!(!{}) == {}",
        "!({} + {e1}) == {e2}", "{e1, e2} <= !{}", "count(e1, Set2Bag(!{})) == 1", "[!{}] == [{e1, e2}]",
        "if(e1 == e2, {e1}, !{}) == {e2, e1}", "(lambda x: Set(E). x)(!{}) == {e1, e2}", "!{} in [{e1, e2}]",
        "head([!{}, {e1}]) == {e1, e2}"}) {
    EXPECT_EQ(evaluate(e, "Bool", all), "true") << all;
  }
  EXPECT_EQ(evaluate(e, "Set(E)", "!{}"), "{e1, e2}");
  EXPECT_EQ(evaluate(e, "List(Set(E))", "!{} |> []"), "[{e1, e2}]");
  EXPECT_EQ(evaluate(e, "Bag(E)", "Set2Bag(!{})"), "{e1: 1, e2: 1}");
  EXPECT_EQ(evaluate(e, "E -> Set(E)", "lambda x: E. !{}"), "lambda x: E. !{}");
}

/// Values are compared part by part, from the left, whatever they are nested in.
TEST(Data, NestedValuesAreOrdered) {
  const std::string tree =
      "sort T = struct leaf(n: Int) | node(l: T, r: T) | pair(t: T, x: Nat, u: T);\n"
      "map left, right: Nat # T -> T; var k: Nat; s: T;\n"
      "eqn left(k, s) = if(k == 0, s, left(Int2Nat(k - 1), node(s, leaf(0))));\n"
      "    right(k, s) = if(k == 0, s, right(Int2Nat(k - 1), pair(leaf(0), 1, s)));\n";
  for (const char* depth : {"0", "1", "7", "8", "9", "10", "40", "1000"}) {
    for (const char* nest : {"left", "right"}) {
      const std::string at = std::string(nest) + "(" + depth + ", ";
      EXPECT_EQ(evaluate(tree, "Bool", at + "leaf(-1)) < " + at + "leaf(2))"), "true") << at;
      EXPECT_EQ(evaluate(tree, "Bool", at + "leaf(3)) < " + at + "leaf(2))"), "false") << at;
      EXPECT_EQ(evaluate(tree, "Bool", at + "leaf(9)) < " + at + "node(leaf(0), leaf(0)))"), "true") << at;
      EXPECT_EQ(evaluate(tree, "Bool", "node(" + at + "leaf(1)), leaf(5)) < node(" + at + "leaf(1)), leaf(6))"), "true")
          << at;
      EXPECT_EQ(evaluate(tree, "Bool", "pair(" + at + "leaf(1)), 4, leaf(5)) < pair(" + at + "leaf(1)), 3, leaf(6))"),
                "false")
          << at;
      EXPECT_EQ(evaluate(tree, "Bool",
                         "node(leaf(7), " + at + "leaf(12345678901234567890))) < node(leaf(7), " + at +
                             "leaf(12345678901234567891)))"),
                "true")
          << at;
    }
  }
  EXPECT_EQ(evaluate("", "List(List(Nat))", "[[2], [1, 3], []] "), "[[2], [1, 3], []]");
  EXPECT_EQ(evaluate("", "Set(List(Nat))", "{[2], [1, 3], [], [1], [1, 3, 0]}"), "{[], [1], [1, 3], [1, 3, 0], [2]}");
}

TEST(Data, Numbers) {
  EXPECT_EQ(evaluate("", "Nat", "2 + 3 * 4"), "14");
  EXPECT_EQ(evaluate("", "Int", "3 - 5"), "-2");
  EXPECT_EQ(evaluate("", "Int", "(-7) div 2"), "-4");
  EXPECT_EQ(evaluate("", "Nat", "(-7) mod 3"), "2");
  EXPECT_EQ(evaluate("", "Real", "1 / 3 + 1 / 6"), "1/2");
  EXPECT_EQ(evaluate("", "Real", "1 / 3 + 2 / 3"), "1");
  EXPECT_EQ(evaluate("", "Pos", "exp(2, 100)"), "1267650600228229401496703205376");
  EXPECT_EQ(evaluate("", "Nat", "exp(2, 100) mod 1000"), "376");
  EXPECT_EQ(evaluate("", "Bool", "exp(2, 100) - exp(2, 100) == 0"), "true");
  EXPECT_EQ(evaluate("", "Nat", "999999999999999999999999 div 1000000000000"), "999999999999");
  EXPECT_EQ(evaluate("", "Int", "floor(-1/2)"), "-1");
  EXPECT_EQ(evaluate("", "Int", "ceil(1/2)"), "1");
  EXPECT_EQ(evaluate("", "Int", "round(5/2)"), "3");
  EXPECT_EQ(evaluate("", "Nat", "Int2Nat(5 - 3)"), "2");
  EXPECT_EQ(evaluate("", "Nat", "max(3, 4) + min(3, 4) + abs(-2)"), "9");
  EXPECT_EQ(evaluate("", "Nat", "sqrt(17)"), "4");
  EXPECT_EQ(evaluate("", "Nat", "3 - 5"), "error: expected sort Nat, but this has sort Int");
  EXPECT_EQ(evaluate("", "Bool", "4611686018427387904 > 4611686018427387903"), "true");
}

TEST(Data, Lists) {
  EXPECT_EQ(evaluate("", "List(Nat)", "[1,2] ++ (3 |> [])  <| 4"), "[1, 2, 3, 4]");
  EXPECT_EQ(evaluate("", "Nat", "#[1,2,3] + head([7]) + rhead([1,2]) + [5,6] . 1"), "18");
  EXPECT_EQ(evaluate("", "Nat", "pick({3, 2} + {7})"), "2");
  EXPECT_EQ(evaluate("", "Int", "pick({1: 1, 2: 2, -8: 8}) + 0"), "-8");
  EXPECT_EQ(evaluate("", "List(Nat)", "tail([1,2]) ++ rtail([3,4])"), "[2, 3]");
  EXPECT_EQ(evaluate("", "Bool", "2 in [1,2] && !(3 in [1,2]) && [1] < [1,0] && [1,2] < [2]"), "true");
  EXPECT_EQ(evaluate("", "List(List(Nat))", "[[], [1]]"), "[[], [1]]");
}

TEST(Data, SetsAndBags) {
  EXPECT_EQ(evaluate("", "FSet(Nat)", "{3,1,2,1}"), "{1, 2, 3}");
  EXPECT_EQ(evaluate("", "Set(Nat)", "({1,2} + {3}) * {2,3,4} - {3}"), "{2}");
  EXPECT_EQ(evaluate("", "Bool", "{1} < {1,2} && {1} <= {1} && !({1} < {1}) && 1 in {1}"), "true");
  EXPECT_EQ(evaluate("", "Set(Nat)", "{x: Nat | x < 3}"), "{0, 1, 2}");
  EXPECT_EQ(evaluate("", "Bool", "7 in {x: Nat | x mod 2 == 1}"), "true");
  EXPECT_EQ(evaluate("", "Set(Nat)", "{1,2,3,4} * {x: Nat | x mod 2 == 1}"), "{1, 3}");
  EXPECT_EQ(evaluate("", "Bool", "7 in !{1,2} && !(1 in !{1,2})"), "true");
  EXPECT_EQ(evaluate("", "Set(Nat)", "!(!{1} * !{2})"), "{1, 2}");
  EXPECT_EQ(evaluate("sort D = struct a|b|c;", "Set(D)", "!{a}"), "{b, c}");
  EXPECT_EQ(evaluate("sort D = struct a|b|c;", "Bool", "!{a} == {b,c}"), "true");
  EXPECT_EQ(evaluate("", "Nat", "#{1,2,2}"), "2");
  EXPECT_EQ(evaluate("", "FBag(Nat)", "{1: 2, 2: 1} + {2: 3}"), "{1: 2, 2: 4}");
  EXPECT_EQ(evaluate("", "Nat", "count(2, {2: 3} - {2: 1})"), "2");
  EXPECT_EQ(evaluate("", "FBag(Nat)", "{1: 2} - {1: 5}"), "{:}");
  EXPECT_EQ(evaluate("", "FSet(Nat)", "Bag2Set({4: 2})"), "{4}");
  EXPECT_EQ(evaluate("sort D = struct a|b;", "Bag(D)", "{x: D | if(x == a, 2, 0)}"), "{a: 2}");
}

TEST(Data, Structs) {
  const std::string tree = R"(
sort T = struct leaf(v: Nat)?is_leaf | node(l: T, r: T)?is_node;
map sum': T -> Nat; mirror: T -> T; build: Nat -> T;
var n: Nat; t, u: T;
eqn sum'(leaf(n)) = n; sum'(node(t, u)) = sum'(t) + sum'(u);
    mirror(node(t, u)) = node(mirror(u), mirror(t)); mirror(leaf(n)) = leaf(n);
    build(n) = if(n == 0, leaf(1), node(build(Int2Nat(n - 1)), build(Int2Nat(n - 1))));
)";
  EXPECT_EQ(evaluate(tree, "Nat", "sum'(node(leaf(3), node(leaf(4), leaf(5))))"), "12");
  EXPECT_EQ(evaluate(tree, "T", "mirror(node(leaf(3), node(leaf(4), leaf(5))))"),
            "node(node(leaf(5), leaf(4)), leaf(3))");
  EXPECT_EQ(evaluate(tree, "Bool", "is_leaf(l(node(leaf(1), leaf(2)))) && !is_node(leaf(1))"), "true");
  // 2^60 leaves: hash-consing and the memory of results make this immediate.
  EXPECT_EQ(evaluate(tree, "Nat", "sum'(build(60))"), "1152921504606846976");
  EXPECT_EQ(evaluate(tree, "Nat", "v(node(leaf(1), leaf(2)))"), "v(node(leaf(1), leaf(2)))");
}

TEST(Data, FunctionsAndBinders) {
  EXPECT_EQ(evaluate("", "Nat", "(lambda x, y: Nat. x + 2 * y)(1, 2)"), "5");
  EXPECT_EQ(evaluate("map f: Nat -> Nat; eqn f = (lambda x: Nat. x)[3 -> 7];", "Nat", "f(3) + f(4)"), "11");
  EXPECT_EQ(evaluate("map f: Nat -> Nat -> Nat; var n, m: Nat; eqn f(n)(m) = n - m + 10 - 10;", "Nat", "0"),
            "error: expected sort Nat, but this has sort Int");
  EXPECT_EQ(evaluate("map f: Nat -> Nat -> Nat; var n, m: Nat; eqn f(n)(m) = n * m;", "Nat", "f(6)(7)"), "42");
  EXPECT_EQ(evaluate("map g: (Nat -> Nat) # Nat -> Nat; d: Nat -> Nat; var f: Nat -> Nat; n: Nat; eqn g(f, n) = "
                     "f(f(n)); d(n) = 2 * n;",
                     "Nat", "g(d, 3)"),
            "12");
  EXPECT_EQ(evaluate("", "Bool", "forall x: Nat. x < 10 => x * x < 100"), "true");
  EXPECT_EQ(evaluate("", "Bool", "exists x, y: Nat. x + y == 7 && x * y == 12"), "true");
  EXPECT_EQ(evaluate("", "Bool", "exists x: Nat. x mod 7 == 9 && x <= 50"), "false");
  EXPECT_EQ(evaluate("", "Bool", "exists x: Nat. x in [1, 2] && x > 1"), "true");
  EXPECT_EQ(evaluate("sort D = struct a|b|c;", "Bool", "forall x, y: D. x == y || x < y || y < x"), "true");
  // One witness is enough, and one counterexample: no bound is needed where one of the first numbers is one.
  EXPECT_EQ(evaluate("", "Bool", "exists x: Pos. true"), "true");
  EXPECT_EQ(evaluate("", "Bool", "exists x: Nat. x > 5"), "true");
  EXPECT_EQ(evaluate("", "Bool", "exists x: Int. x * x == 49 && x < 0"), "true");
  EXPECT_EQ(evaluate("", "Bool", "forall x: Nat. x < 5"), "false");
  EXPECT_EQ(evaluate("", "Bool", "exists x: Nat. x > 10 && forall y: Pos. y > x => y > 11"), "true");
  EXPECT_EQ(evaluate("map f: ((Nat -> Bool) # Nat) -> Bool; var g: Nat -> Bool; n: Nat; eqn f(g, n) = g(n + 1);",
                     "Bool", "f(lambda x: Nat. x > 2, 2)"),
            "true");
  EXPECT_EQ(evaluate("", "Bool", "exists x: Nat. x mod 7 == 9"),
            "error: variable 'x' of sort Nat has infinitely many values, and no condition bounds it");
  EXPECT_EQ(evaluate("", "Nat", "x + y whr x = 3, y = 4 end"), "7");
  EXPECT_EQ(evaluate("", "Nat", "if(1 < 2, 5, head([]))"), "5");
  EXPECT_EQ(evaluate("", "Bool", "[] == [head([])]"), "error: the sort of the elements of this list is not known");
  // Which branch is taken need not be known where both are the same.
  EXPECT_EQ(evaluate("", "Bool", "if(head([]) == 2, 1 < 2, true)"), "true");
  EXPECT_EQ(evaluate("", "Nat", "if(rhead([]) == 2, if(head([]) > 1, 2, 1 + 1), 1 + 1) + 1"), "3");
  EXPECT_EQ(evaluate("", "Nat", "if(head([]) == 2, 1, 2)"),
            "error: a condition is neither true nor false: head([]) == 2");
  EXPECT_EQ(evaluate("", "Bool", "(lambda b: Bool. !b) == (lambda b: Bool. if(b, false, true))"), "true");
  EXPECT_EQ(evaluate("map f: Nat -> Bool; var n: Nat; eqn f(n) = false;", "Bool", "f[1 -> true][1 -> false](1)"),
            "false");
}

/// What is made alike is equal; of what is not, parts that are functions or terms without value may still be equal.
/// They were different wherever they stood inside of something.
TEST(Data, EqualityLooksInside) {
  const std::string sorts =
      "sort E = struct e1 | e2; S = struct s(f: E -> Nat, k: Nat) | none; map part: Nat -> Nat; one, two: E -> Nat;"
      "eqn one = lambda d: E. if(d == e1, 1, 0); two = (lambda d: E. 0)[e1 -> 1];";
  for (const char* equal :
       {"one == two", "s(one, 2) == s(two, 2)", "[one] == [two]", "!([one, two] != [two, one])", "one in [two]",
        "s(one, 0) in {s(two, 0)}", "{one} == {two}", "count(one, {two: 3}) == 3", "s(one, 1) <= s(one, 1)"}) {
    EXPECT_EQ(evaluate(sorts, "Bool", equal), "true") << equal;
  }
  for (const char* different :
       {"s(one, 2) == s(two, 3)", "s(one, 2) == none", "[one] == [two, two]", "[part(1), 2] == [part(2), 3]",
        "s(one, 1) == s(two[e1 -> 5], 1)", "{one} == {}", "one in [two[e2 -> 3]]"}) {
    EXPECT_EQ(evaluate(sorts, "Bool", different), "false") << different;
  }
  for (const char* unknown :
       {"[part(1)] == [1]", "s(one[e1 -> part(1)], 2) == s(one, 2)", "{part(1)} == {1}", "[part(1)] < [2]"}) {
    EXPECT_EQ(evaluate(sorts, "Bool", unknown), unknown) << unknown;
  }
}

/// Of a sort without constructors only equations say what is equal.
TEST(Data, EquationsSayWhatIsEqual) {
  const std::string sorts =
      "sort D, E; P = struct p(first: D, n: Nat); map d1, d2, d3: D; f: Nat -> D; e1, e2: E; var i, j: Nat; x: D;\n"
      "eqn (d1 == d2) = false; d2 == d1 = false; d1 != d3 = false; f(i) == f(j) = i == j;\n";
  EXPECT_EQ(evaluate(sorts, "List(Bool)", "[d1 == d2, d2 != d1, d1 == d3, f(1) == f(2), f(1) == f(1 + 0), d2 == d2]"),
            "[false, true, true, false, true, true]");
  EXPECT_EQ(evaluate(sorts, "List(Bool)", "[p(d1, 1) == p(d2, 1), p(d1, 1) == p(d3, 1), d3 in [d2], d1 in [d2, d3]]"),
            "[false, true, d3 in [d2], true]");
  EXPECT_EQ(evaluate(sorts, "Bool", "d3 == d1"), "d3 == d1");
  EXPECT_EQ(evaluate(sorts, "Bool", "e1 == e2"), "e1 == e2");
}

/// Rules for three applications and more: after the first two there is no rule yet, and the term waits for the third.
TEST(Data, RulesOfFunctionsAppliedManyTimes) {
  const std::string rules =
      "map sum3: Nat -> Nat -> Nat -> Nat; fold: (Nat -> Nat -> Nat) -> Nat -> List(Nat) -> Nat; four: Nat -> Bool # "
      "Nat -> "
      "Nat -> Nat -> Nat; some: Nat -> Nat -> Nat -> Nat;\n"
      "var x, y, z, w: Nat; b: Bool; f: Nat -> Nat -> Nat; l: List(Nat);\n"
      "eqn sum3(x)(y)(z) = x + 10 * y + 100 * z; fold(f)(x)([]) = x; fold(f)(x)(y |> l) = fold(f)(f(x)(y))(l);\n"
      "    four(x)(b, y)(z)(w) = if(b, x + y, z + w); some(0)(x) = sum3(x)(x); some(1)(x)(y) = y; some(x)(0)(y) = x + "
      "y;\n";
  EXPECT_EQ(evaluate(rules, "Nat", "sum3(1)(2)(3)"), "321");
  EXPECT_EQ(evaluate(rules, "List(Nat)", "[sum3(1)(2)(3), f(3) whr f = sum3(4)(5) end]"), "[321, 354]");
  EXPECT_EQ(evaluate(rules, "Nat", "fold(sum3(0))(0)([1, 2])"), "1200");
  EXPECT_EQ(evaluate(rules, "Nat", "four(1)(true, 2)(3)(4) + four(1)(false, 2)(3)(4)"), "10");
  EXPECT_EQ(evaluate(rules, "List(Nat)", "[some(0)(2)(3), some(1)(5)(6), some(7)(0)(1)]"), "[322, 6, 8]");
  EXPECT_EQ(evaluate(rules, "Nat", "some(7)(1)(1)"), "some(7)(1)(1)");
  EXPECT_EQ(evaluate(rules, "Bool", "(f(1) == f(1) && f(1)(2) == 211) whr f = sum3(1) end"), "true");
}

/// A condition without a value does not matter where others are false for all values, or where other values decide; it
/// was an error as soon as it was met.
TEST(Data, ConditionsWithoutValueDoNotMatterWhereOthersDecide) {
  EXPECT_EQ(evaluate("", "Bool", "exists x: Nat. x < 3 && head([]) == 2 && x > 5"), "false");
  EXPECT_EQ(evaluate("", "Bool", "exists b: Bool. if(b, true, head([]) == 2)"), "true");
  EXPECT_EQ(evaluate("", "Bool", "forall x: Nat. x < 2 => (head([]) == 2 || x < 5)"), "true");
  EXPECT_EQ(evaluate("", "Bool", "forall b: Bool. if(b, false, head([]) == 2)"), "false");
  EXPECT_EQ(evaluate("", "Set(Nat)", "{x: Nat | head([]) == 2 && x in [1, 2] && x > 5}"), "{}");
  EXPECT_EQ(evaluate("", "Bool", "exists b: Bool. b && head([]) == 2"),
            "error: this condition is neither true nor false: head([]) == 2");
}

TEST(Data, UpdatesHaveOneForm) {
  const std::string f = "map f: Nat -> Nat; var n: Nat; eqn f(n) = 0;";
  EXPECT_EQ(evaluate(f, "Nat -> Nat", "f[2 -> 1][1 -> 5]"), evaluate(f, "Nat -> Nat", "f[1 -> 5][2 -> 1]"));
  EXPECT_EQ(evaluate(f, "Nat -> Nat", "f[2 -> 1][2 -> 0]"), "f");
}

TEST(Data, ConditionalEquationsAndPatterns) {
  const std::string text = R"(
map gcd: Nat # Nat -> Nat; same: Nat # Nat -> Bool; third: List(Nat) -> Nat; pick: Nat -> Nat;
var n, m: Nat; l: List(Nat); x, y: Nat;
eqn n > 0 && m > n -> gcd(n, m) = gcd(m, n);
    m > 0 && m <= n -> gcd(n, m) = gcd(m, n mod Nat2Pos(m));
    gcd(n, 0) = n;
    same(n, n) = true;
    n != m -> same(n, m) = false;
    third(x |> y |> n |> l) = n;
    third([x, y]) = 99;
    pick(0) = 10; pick(1) = 11; pick(n) = 12;
)";
  EXPECT_EQ(evaluate(text, "Nat", "gcd(48, 36)"), "12");
  EXPECT_EQ(evaluate(text, "Bool", "same(3, 3) && !same(3, 4)"), "true");
  EXPECT_EQ(evaluate(text, "Nat", "third([1,2,3,4])"), "3");
  EXPECT_EQ(evaluate(text, "Nat", "third([1,2])"), "99");
  EXPECT_EQ(evaluate(text, "List(Nat)", "[pick(0), pick(1), pick(2)]"), "[10, 11, 12]");
}

TEST(Data, DeepRecursionAndLongListsNeedNoStack) {
  const std::string text = R"(
map up: Nat -> List(Nat); len: List(Nat) -> Nat; sum': List(Nat) -> Nat; deep: Nat -> S;
sort S = struct z | s(p: S);
var n: Nat; l: List(Nat);
eqn n == 0 -> up(n) = [];
    n > 0 -> up(n) = n |> up(Int2Nat(n - 1));
    len([]) = 0; len(n |> l) = 1 + len(l);
    sum'([]) = 0; sum'(n |> l) = n + sum'(l);
    n == 0 -> deep(n) = z;
    n > 0 -> deep(n) = s(deep(Int2Nat(n - 1)));
)";
  EXPECT_EQ(evaluate(text, "Nat", "len(up(100000)) + sum'(up(10000))"), "50105000");
  EXPECT_EQ(evaluate(text, "Bool", "deep(100000) < deep(100001)"), "true");
  EXPECT_EQ(evaluate(text, "S", "deep(100000)").size(), 300001U);
}

TEST(Data, EndlessRewritingIsReported) {
  const std::string loop = "map f: Nat -> Nat; var n: Nat; eqn f(n) = f(n + 1);";
  EvaluationLimits limits;
  limits.steps = 10000;
  EXPECT_EQ(evaluate(loop, "Nat", "f(0)", limits), "error: rewriting did not end after 10000 steps, at f(9999)");
  const std::string grow = "map f: Nat -> Nat; var n: Nat; eqn f(n) = 1 + f(n + 1);";
  EXPECT_EQ(evaluate(grow, "Nat", "f(0)", limits), "error: rewriting did not end after 10000 steps, at f(9999)");
}

/// A time that ends after so many looks at the clock: the same on a slow machine.
class StopAfterLooks final : public StopSignal {
 public:
  explicit StopAfterLooks(int looks) : left_(looks) {}
  bool raised() const override { return left_ == 0 || --left_ == 0; }

 private:
  mutable int left_;
};

/// No number of steps ends it: the time and the memory of the command do, and the term is named that was being
/// rewritten.
TEST(Data, EndlessRewritingEndsWithTheTimeThatThereIs) {
  const StopAfterLooks stop(3000);
  const StopScope scope(&stop);
  const std::string loop = "map f: Nat -> Nat; var n: Nat; eqn f(n) = f(n + 1);";
  const std::string result = evaluate(loop, "Nat", "f(0)");
  EXPECT_EQ(result.substr(0, 34), "error: rewriting did not end after");
  EXPECT_NE(result.find("at f("), std::string::npos);
}

}  // namespace
}  // namespace quotient::mcrl2
