#include <gtest/gtest.h>
#include <string>

#include "explore.hpp"

// Constraint problems in the style of public machines. All solutions are counted: as initial states, by PROPERTIES or
// by an operation that chooses. Each count is a known one, or follows from the comment.

namespace quotient::bmethod {
namespace {

std::size_t solutions(const std::string& text, bool solver, std::uint64_t patience = 4096) {
  Options options;
  options.setup = SetupStates::none;
  options.deadlock = false;
  options.solver = solver;
  options.patience = patience;
  const auto loaded = test::load_text(text, options);
  EXPECT_NE(loaded->system, nullptr) << test::all_messages(loaded->sources, loaded->diagnostics);
  if (loaded->system == nullptr) return 0;
  const test::Exploration found = test::explore(*loaded->system, 100'000);
  EXPECT_TRUE(found.findings.empty()) << *found.messages.begin();
  EXPECT_FALSE(loaded->system->shortcoming().has_value()) << text;
  return found.states;
}

std::string constants(const std::string& names, const std::string& properties) {
  return "MACHINE M CONSTANTS " + names + " PROPERTIES " + properties + " END";
}

/// 9567 + 1085 = 10652, the only one.
TEST(Solver, SendMoreMoney) {
  const std::string text = constants("S, E, N, D, M, O, R, Y",
                                     "S : 1..9 & E : 0..9 & N : 0..9 & D : 0..9 & M : 1..9 & O : 0..9 & R : 0..9 & "
                                     "Y : 0..9 & card({S, E, N, D, M, O, R, Y}) = 8 & "
                                     "S * 1000 + E * 100 + N * 10 + D + M * 1000 + O * 100 + R * 10 + E = "
                                     "M * 10000 + O * 1000 + N * 100 + E * 10 + Y");
  EXPECT_EQ(solutions(text, true), 1u);
}

std::string queens(int n, const std::string& arrow) {
  const std::string side = "1.." + std::to_string(n);
  return constants("q", "q : " + side + " " + arrow + " " + side + " & !(i, j).(i : " + side + " & j : " + side +
                            " & i < j => q(i) /= q(j) & q(i) + (j - i) /= q(j) & q(i) - (j - i) /= q(j))");
}

/// Numbers of solutions: 4 for 6 queens, 92 for 8, 724 for 10.
TEST(Solver, Queens) {
  EXPECT_EQ(solutions(queens(6, "-->"), false), 4u);
  EXPECT_EQ(solutions(queens(6, "-->"), true, 1), 4u);
  EXPECT_EQ(solutions(queens(8, "-->"), true), 92u);
  EXPECT_EQ(solutions(queens(8, ">->"), true, 1), 92u);
  EXPECT_EQ(solutions(queens(10, ">->>"), true), 724u);
}

/// There are 288 grids of 4 by 4; with the first row and the first column given, 1 2 3 4 and 1 3 2 4, fewer: those with
/// the first row 1 2 3 4 are 288 / 24 = 12.
TEST(Solver, Sudoku) {
  const std::string rules =
      "g : (1..4) * (1..4) --> 1..4 & "
      "!(r, a, b).(r : 1..4 & a : 1..4 & b : 1..4 & a < b => g(r |-> a) /= g(r |-> b) & g(a |-> r) /= g(b |-> r)) & "
      "!(r, c).(r : {1, 3} & c : {1, 3} => g(r |-> c) /= g(r + 1 |-> c + 1) & g(r |-> c + 1) /= g(r + 1 |-> c))";
  EXPECT_EQ(solutions(constants("g", rules), true), 288u);
  EXPECT_EQ(
      solutions(constants("g", rules + " & g(1 |-> 1) = 1 & g(1 |-> 2) = 2 & g(1 |-> 3) = 3 & g(1 |-> 4) = 4"), true),
      12u);
}

/// The magic squares of side 3 are 8: one up to rotations and reflections.
TEST(Solver, MagicSquare) {
  const std::string text =
      constants("m",
                "m : 1..9 >->> 1..9 & !r.(r : 0..2 => m(3 * r + 1) + m(3 * r + 2) + m(3 * r + 3) = 15) & "
                "!c.(c : 1..3 => m(c) + m(c + 3) + m(c + 6) = 15) & m(1) + m(5) + m(9) = 15 & m(3) + m(5) + m(7) = 15");
  EXPECT_EQ(solutions(text, true), 8u);
}

/// Subsets of 1..20 with sum 20 are the partitions of 20 into distinct parts: 64.
TEST(Solver, Knapsack) {
  const std::string text = constants("k", "k <: 1..20 & SIGMA(i).(i : k | i) = 20");
  EXPECT_EQ(solutions(text, true), 64u);
}

/// Each x(i) differs from the next, in a ring of 14 with two values: 2 ways.
TEST(Solver, Satisfiability) {
  const std::string text = constants("x",
                                     "x : 1..14 --> BOOL & !i.(i : 1..13 => (x(i) = TRUE or x(i + 1) = TRUE) & "
                                     "not(x(i) = TRUE & x(i + 1) = TRUE)) & (x(14) = TRUE <=> x(1) = FALSE)");
  EXPECT_EQ(solutions(text, true), 2u);
  EXPECT_EQ(solutions(text, false), 2u);
}

/// A ring of 8 has 16 automorphisms: isomorphisms of a ring to itself.
TEST(Solver, GraphIsomorphism) {
  const std::string text =
      constants("e, p",
                "e = {x, y | x : 1..8 & y : 1..8 & (y = x mod 8 + 1 or x = y mod 8 + 1)} & p : 1..8 >->> 1..8 & "
                "!(x, y).(x : 1..8 & y : 1..8 => ((x |-> y) : e <=> (p(x) |-> p(y)) : e))");
  EXPECT_EQ(solutions(text, true), 16u);
}

/// Partial functions from 1..16 to 1..3 with two arguments, both even, values in order: C(8, 2) * 3 = 84.
TEST(Solver, PartialFunctions) {
  const std::string text = constants("f",
                                     "f : 1..16 +-> 1..3 & card(dom(f)) = 2 & !x.(x : dom(f) => x mod 2 = 0) & "
                                     "!(x, y).(x : dom(f) & y : dom(f) & x < y => f(x) < f(y))");
  EXPECT_EQ(solutions(text, true), 84u);
}

/// Parameters, ANY and quantifiers: 8 queens by rows chosen one after the other, from every state the same 92.
TEST(Solver, OperationsAndQuantifiers) {
  const std::string body =
      "q : 1..8 >->> 1..8 & !(i, j).(i : 1..8 & j : 1..8 & i < j => q(i) + (j - i) /= q(j) & q(i) - (j - i) /= q(j))";
  const auto machine = [](const std::string& operation) {
    return "MACHINE M VARIABLES v INVARIANT v : 1..8 +-> 1..8 INITIALISATION v := {} OPERATIONS " + operation + " END";
  };
  EXPECT_EQ(solutions(machine("go(q) = PRE v = {} & " + body + " THEN v := q END"), true), 93u);
  EXPECT_EQ(solutions(machine("go = PRE v = {} THEN ANY q WHERE " + body + " THEN v := q END END"), true), 93u);
  EXPECT_EQ(solutions(machine("go = PRE v = {} & #q.(" + body + " & q(1) = 4) THEN v := {1 |-> 1} END"), true), 2u);
  EXPECT_EQ(solutions(machine("go = PRE v = {} & #q.(" + body + " & q(1) = q(2) + 1) THEN v := {1 |-> 1} END"), true),
            1u);
}

/// Up to symmetry no orbit is lost: teams of three of nine people such that no two share two, three teams that meet
/// everybody once: the partitions of nine people into three teams, one orbit.
/// Relations, sets of couples and of sets, and quantifiers over couples.
TEST(Solver, Relations) {
  const auto with_set = [](const std::string& set, const std::string& name, const std::string& properties) {
    return "MACHINE M SETS " + set + " CONSTANTS " + name + " PROPERTIES " + properties + " END";
  };
  for (const std::uint64_t patience : {1U, 4096U}) {
    const auto count = [&](const std::string& text) { return solutions(text, true, patience); };
    // Equivalence relations on four elements (Bell), transitive ones that are reflexive and antisymmetric, and total
    // orders.
    EXPECT_EQ(count(with_set("S = {a, b, c, d}", "r", "r : S <-> S & (r; r) <: r & id(S) <: r & r~ = r")), 15u);
    EXPECT_EQ(count(with_set("S = {a, b, c}", "r", "r : S <-> S & (r; r) <: r & id(S) <: r & r /\\ r~ <: id(S)")), 19u);
    EXPECT_EQ(count(with_set("S = {a, b, c, d}", "r",
                             "r : S <-> S & (r; r) <: r & id(S) <: r & r /\\ r~ = id(S) & r \\/ r~ = S * S")),
              24u);
    // Six queens as a set of squares.
    EXPECT_EQ(count(constants("q",
                              "q <: (1..6) * (1..6) & card(q) = 6 & !(x, y, u, v).(x |-> y : q & u |-> v : q & "
                              "(x, y) /= (u, v) => x /= u & y /= v & x + y /= u + v & x - y /= u - v)")),
              4u);
    // A ring of nine onto itself: 9 rotations.
    const std::string ring = "g = %i.(i : 1..9 | i mod 9 + 1)";
    EXPECT_EQ(count(constants("p, g", ring + " & p : 1..9 >->> 1..9 & !(x, y).(x |-> y : g => p(x) |-> p(y) : g)")),
              9u);
    EXPECT_EQ(count(constants("p, g", ring + " & p : 1..9 >->> 1..9 & (p~; g; p) = g")), 9u);
    // Large partial functions with few couples: two of three.
    EXPECT_EQ(count(constants("f",
                              "f : 1..30 +-> 1..30 & card(f) = 2 & !x.(x : dom(f) => f(x) = x + 1) & "
                              "dom(f) <: 10..12")),
              3u);
    EXPECT_EQ(count(with_set("S = {a, b, c}", "o",
                             "o <: POW(S) & {} : o & S : o & !(x, y).(x : o & y : o => x \\/ y : o & x /\\ y : o)")),
              29u);  // topologies on three points
    // 6 by 4, each row two, each column three, counted by trying all.
    EXPECT_EQ(count(constants("r",
                              "r : 1..6 <-> 1..4 & !x.(x : 1..6 => card(r[{x}]) = 2) & "
                              "!n.(n : 1..4 => card(r~[{n}]) = 3)")),
              1860u);
    EXPECT_EQ(count(constants("r", "r : 1..3 <<->> 1..2 & card(r) = 3")), 6u);
  }
}

TEST(Solver, UpToSymmetry) {
  const std::string text =
      "MACHINE M SETS P CONSTANTS t PROPERTIES t : P --> 1..3 & !k.(k : 1..3 => card({p | p : P & t(p) = k}) = 3)\n"
      "DEFINITIONS scope_P == 9 END";
  for (const std::uint64_t patience : {1U, 4096U}) {
    Options options;
    options.setup = SetupStates::none;
    options.up_to_symmetry = true;
    options.patience = patience;
    const auto loaded = test::load_text(text, options);
    ASSERT_NE(loaded->system, nullptr);
    const test::Exploration found = test::explore(*loaded->system, 10'000);
    EXPECT_GE(found.states, 1u);
    EXPECT_FALSE(loaded->system->shortcoming().has_value());
  }
  EXPECT_EQ(solutions(text, true), 1680u);  // 9! / (3!)^3
}

}  // namespace
}  // namespace quotient::bmethod
