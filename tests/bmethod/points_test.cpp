#include <fmt/format.h>
#include <gtest/gtest.h>

#include "bmethod/bmethod.hpp"
#include "explore.hpp"
#include "replace_word.hpp"

namespace quotient::bmethod {
namespace {

using test::all_messages;
using test::explore;
using test::load_text;

std::string points_value(const std::string& formula) {
  Diagnostics diagnostics;
  const auto value = evaluate(formula, "SETS S = {a, b, c}", {}, diagnostics);
  return value ? *value : "undefined";
}

/// What is told of a function point by point only spares work: hidden in `f \/ {}` it is not seen, and means the same.
TEST(Points, LeaveNothingOut) {
  const char* const arrows[] = {"-->", "+->", ">->", ">+>", "-->>", "+->>", ">->>", "<->", "<<->"};
  const char* const told[] = {
      "f(1) = a",
      "a = f(1) & f(3) /= a",
      "(1 |-> a) : f",
      "{1 |-> a, 2 |-> b} <: f",
      "(1 |-> a) : f & (1 |-> b) : f",
      "(7 |-> a) : f",
      "!x.(x : 1..2 => f(x) = b)",
      "!x.(x : 1..3 & x mod 2 = 1 => (x |-> c) : f)",
      "!x.(x : 1..3 => (x = 1 => f(x) = b) & (x /= 1 => f(x) : {a, c}))",
      "!(x, y).(x : 1..2 & y : {a} => {x |-> y} <: f)",
      "!x.(x : 1..3 => f(x) = c) & f(2) = c",
      "!x.(x : 1..9 & x < 3 => f(x) = a)",
      "!x.(x : {1} => f(f~(a)) = c)",
  };
  for (const char* arrow : arrows) {
    for (const char* said : told) {
      const std::string hidden = test::replace_word(said, "f", "(f \\/ {})");
      // Undefined applications are the same in both, too: only where there is none of them is there a value.
      const auto all = [&](const std::string& text) {
        return points_value(fmt::format("{{f | f : 1..3 {} S & {}}}", arrow, text));
      };
      EXPECT_EQ(all(said), all(hidden)) << arrow << " " << said;
    }
  }
}

TEST(Points, LargeFunctionsAreNotEnumerated) {
  const char* const properties[] = {
      "f : S --> 0..100 & f(a) = 1 & f(b) = 2 & f(c) = 3 & f(d) = 4 & f(e) = 5",
      "f : S --> NATURAL & {a |-> 100, b |-> 90, c |-> 0} <: f & f(d) = 5 & 7 = f(e)",
      "f : S --> NATURAL & !x.(x : S => f(x) = size(s) + 40)",
      "f : S >-> 0..100 & !x.(x : S - {a} => (x |-> p(x)) : f) & f(a) = p(a) + 9",
      "f : S --> 0..100 & !x.(x : S => f(x) > p(x) + 95) & !x.(x : S - {a, b} => f(x) < p(x) + 97) & f(a) = f(b)",
  };
  const std::size_t solutions[] = {1, 1, 1, 1, 4};
  for (std::size_t i = 0; i < std::size(properties); ++i) {
    for (const bool up_to_symmetry : {false, true}) {
      Options options;
      options.up_to_symmetry = up_to_symmetry;
      options.setup = SetupStates::none;
      const auto loaded = load_text(
          std::string("MACHINE M SETS S = {a, b, c, d, e} CONSTANTS s, p, f\n"
                      "PROPERTIES s = [a, b] & p = {a |-> 1, b |-> 1, c |-> 2, d |-> 3, e |-> 4} & ") +
              properties[i] + "\nVARIABLES n INVARIANT f(a) >= n INITIALISATION n := 0 OPERATIONS o = skip END",
          options);
      ASSERT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
      const auto explored = explore(*loaded->system);
      EXPECT_EQ(explored.states, solutions[i]) << properties[i];
      EXPECT_TRUE(explored.findings.empty()) << properties[i];
      EXPECT_FALSE(loaded->system->shortcoming().has_value()) << properties[i];
    }
  }
}

/// Over a deferred set, with some values known: one of every orbit.
TEST(Points, UpToSymmetry) {
  const std::string text =
      "MACHINE M SETS S CONSTANTS q, f PROPERTIES q : S & f : S --> 0..50 & f(q) = 7 & !x.(x : S & x /= q => f(x) < "
      "2)\n"
      "VARIABLES n INVARIANT n = 0 INITIALISATION n := 0 OPERATIONS o = skip END";
  Options options;
  options.set_sizes["S"] = 5;
  options.setup = SetupStates::none;
  const auto all = load_text(text, options);
  EXPECT_EQ(explore(*all->system).states, 5u * 16u);
  options.up_to_symmetry = true;
  const auto orbits = load_text(text, options);
  EXPECT_EQ(explore(*orbits->system).states, 5u);
}

TEST(Points, BacktrackEarly) {
  Options options;
  options.setup = SetupStates::none;
  const auto queens = load_text(
      "MACHINE M CONSTANTS q PROPERTIES q : 1..9 --> 1..9 & !(i, j).(i : 1..9 & j : 1..9 & i < j => q(i) /= q(j) &\n"
      "q(i) - q(j) /= i - j & q(i) - q(j) /= j - i) VARIABLES n INVARIANT n = 0 INITIALISATION n := 0\n"
      "OPERATIONS o = skip END",
      options);
  EXPECT_EQ(explore(*queens->system).states, 352u);
}

/// A value that the arrow does not allow is no solution, whatever is undefined elsewhere.
TEST(Points, OutsideOfTheArrow) {
  const auto loaded = load_text(
      "MACHINE M CONSTANTS f PROPERTIES f : 1..9 --> 0..9 & f(1) = 10\n"
      "VARIABLES n INVARIANT n = 0 INITIALISATION n := 0 OPERATIONS o = skip END");
  const auto explored = explore(*loaded->system);
  EXPECT_EQ(explored.states, 0u);
  EXPECT_TRUE(explored.messages.contains("no values of the constants satisfy the PROPERTIES"));
}

}  // namespace
}  // namespace quotient::bmethod
