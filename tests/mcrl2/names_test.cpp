#include "naive.hpp"

namespace quotient::mcrl2 {
namespace {

using testing::expect_the_same_steps;
using testing::explore;
using testing::Graph;
using testing::Naive;

/// What the language's own tools accept although a name means several things. Labels, as the naive explorer has them
/// too.
void expect_labels(const std::string& text, const std::set<std::string>& labels) {
  const Graph graph = explore(text);
  ASSERT_EQ(graph.errors, "") << text;
  EXPECT_EQ(graph.labels, labels) << text;
  expect_the_same_steps(text, graph, Naive(text).explore(1000));
}

/// `id(a)` was "this has sort Nat and takes no arguments".
TEST(Names, AVariableDoesNotHideAFunctionThatTakesArguments) {
  expect_labels(R"(
sort A = struct x | y;
map id: A -> Nat; f: A -> Int; g: A # Nat -> Nat;
var a: A; id: Nat;
eqn id(x) = 1; id(y) = 2;
    f(a) = Nat2Int(id(a));
    g(a, id) = id(a) + id;
act r: Int; s: Nat;
proc P(id: Nat) = sum a: A. r(f(a)) . s(g(a, id)) . P(id(a));
init P(5);)",
                {"r(1)", "r(2)", "s(6)", "s(7)", "s(2)", "s(3)", "s(4)"});
  // What the language knows is not hidden either, a function of the right arity is, and so is everything by a variable
  // that can be applied itself.
  expect_labels("act r: Nat; proc P(head, max: Nat) = r(head([max, head])) . r(max(head, 1)) . delta; init P(3, 4);",
                {"r(4)", "r(3)"});
  expect_labels(
      "map f: Nat -> Nat; var n: Nat; eqn f(n) = 7; act r: Nat;\n"
      "proc P(f: Nat -> Nat) = r(f(1)) . delta; init P(lambda n: Nat. n + 1);",
      {"r(2)"});
}

TEST(Names, TheSameDeclaredAgain) {
  expect_labels(R"(
sort D; E = struct e1 | e2; D; E = struct e1 | e2;
cons d: D; d: D;
map f: Nat -> Nat; f: Nat -> Nat;
var n: Nat;
eqn f(n) = n + 1;
act r: Nat; r: Nat; t: D # E; t: D # E;
init r(f(1)) . t(d, e1) . delta;)",
                {"r(2)", "t(d, e1)"});
}

/// `f(n) == free` was ambiguous: the constant, or the function as a value.
TEST(Names, AConstantAndAFunction) {
  expect_labels(R"(
sort S = struct free | taken;
map f: Nat -> S; free: S -> Bool; free: Nat # S -> Bool;
var n: Nat; s: S;
eqn f(n) = if(n mod 2 == 0, free, taken);
    free(s) = s == free;
    free(n, s) = free(s) && n > 0;
act r: Nat; b: Bool;
init sum n: Nat. (n < 3 && f(n) == free) -> r(n) . b(free(f(n))) . b(free != f(n)) . b(free(n, free)) . delta;)",
                {"r(0)", "r(2)", "b(true)", "b(false)"});
}

TEST(Names, OneProjectionOfTwoSorts) {
  expect_labels(R"(
sort D = struct a(result: Nat)?isa | b(result: Bool, more: Nat) | c(result: Nat, result2: D);
map twice: D -> Nat;
var d: D;
eqn twice(d) = result(d) * 2;
act n: Nat; t: Bool;
proc P(d: D) = isa(d) -> n(result(d)) . n(twice(d)) . t(result(d) > 1) . delta <> t(result(d)) . t(!result(d)) . t(true == result(d)) . delta;
init P(a(4)) + P(b(false, 1)) + n(result(c(8, a(1)))) . delta;)",
                {"n(4)", "n(8)", "t(true)", "t(false)"});
}

TEST(Names, OneProjectionOfTwoSortsBesideAnOperandThatDecides) {
  expect_labels(R"(
sort U = struct a(result: Nat)?isa | b(result: Bool)?isb;
act n: Nat; t: Bool;
proc P(u: U) = isb(u) -> n(if(result(u), 1, 2)) . delta
             + isa(u) -> n(max(result(u), 2)) . n(result(u) mod 3) . t(result(u) in [1, 2, 4]) . t(result(u) in {7}) . n(#(result(u) |> [1])) . n(#([1] <| result(u))) . delta;
init P(a(4)) + P(b(true));)",
                {"n(1)", "n(4)", "t(true)", "t(false)", "n(2)"});
}

}  // namespace
}  // namespace quotient::mcrl2
