#include <fmt/format.h>
#include <gtest/gtest.h>

#include "bmethod/bmethod.hpp"
#include "explore.hpp"

// What predicates say of a variable in other words than `x : S`: each machine with the number of its states by closed
// form, which must be found without trying all integers or all values of a large type.

namespace quotient::bmethod {
namespace {

using test::all_messages;
using test::Exploration;
using test::explore;
using test::load_text;

/// Explores with and without symmetry; nothing may be left out or go wrong.
void expect_states(const std::string& text, std::size_t states, std::size_t transitions = 0) {
  Options options;
  options.setup = SetupStates::none;
  options.deadlock = false;
  const auto loaded = load_text(text, options);
  ASSERT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
  EXPECT_EQ(all_messages(loaded->sources, loaded->diagnostics), "") << text;
  const Exploration all = explore(*loaded->system);
  EXPECT_EQ(all.states, states) << text;
  EXPECT_EQ(all.transitions, transitions == 0 ? all.transitions : transitions) << text;
  EXPECT_TRUE(all.findings.empty()) << text << "\n" << (all.messages.empty() ? "" : *all.messages.begin());
  EXPECT_FALSE(loaded->system->shortcoming().has_value()) << text;
}

std::string with_operation(const std::string& operation) {
  return "MACHINE M VARIABLES x INVARIANT x : INTEGER INITIALISATION x := 0 OPERATIONS\n" + operation + " END";
}

std::string chosen(const std::string& predicate) {
  return with_operation("go = ANY y WHERE " + predicate + " THEN x := y END");
}

/// x goes from 0 to 7, to 5, and stays there: no other value is allowed.
TEST(Plans, ValuesFromDisjunctions) {
  expect_states(chosen("(x = 0 & y = 7) or (x = 7 & y = 5) or (x = 5 & y = 5)"), 3, 4);
  expect_states(chosen("y : {5, 6} or y = 8"), 4, 1 + 4 * 3);
  expect_states(chosen("(y > 40 & y < 44) or y = 0"), 4, 1 + 4 * 4);
  expect_states(chosen("(x = 0 & (y = 100 or (x >= 0 & y : {200, 300}))) or (x > 0 & y = 0)"), 4, 1 + 3 + 3);
  // A value that two disjuncts allow is one value.
  expect_states(chosen("y = 9 or y = 9 or (x = 0 & y = 9)"), 2, 3);
  // Where a disjunct is undefined the others still count.
  expect_states(chosen("(x /= 0 & y = 12 / x) or (x = 0 & y = 60)"), 2, 3);
}

TEST(Plans, ValuesFromCases) {
  expect_states(chosen("(x = 0 => y = 100) & (x /= 0 => y = x - 1)"), 101, 1 + 101);
  expect_states(chosen("(x > 3 => y = 0) & (not(x > 3) => y = x + 1)"), 5, 1 + 5);
  expect_states(chosen("IF x = 0 THEN y = 50 ELSE y : {x / 2, x - 1} END"), 51);
  // Neither condition holds where x is 2: all that is known then is the interval.
  expect_states(chosen("y : 0..20 & (x = 0 => y = 1) & (x = 1 => y = 2) & (x > 2 => y = 0)"), 21, 1 + 1 + 1 + 21 + 18);
}

TEST(Plans, ValuesFromWitnesses) {
  expect_states(chosen("#u.(u : 1..4 & y = x * 0 + u * 1000)"), 5, 1 + 5 * 4);
  expect_states(chosen("#(u, v).(u : 1..3 & v : 1..3 & u < v & y = 100 * u + v)"), 4, 1 + 4 * 3);
  expect_states(chosen("#u.(u = x + 1 & u <= 30 & y = u)"), 31, 1 + 30);
  // Subsets grow by one element: 2^12 states, 12 * 2^11 steps. Each step finds as many values as it has.
  const char* const grows =
      "MACHINE M SETS U VARIABLES x INVARIANT x <: U INITIALISATION x := {} OPERATIONS\n"
      "add = ANY y WHERE #u.(u : U - x & y = x \\/ {u}) THEN x := y END DEFINITIONS scope_U == 12 END";
  expect_states(grows, 4096, 1 + 12 * 2048);
  // Partial functions, as they are written for TLA+.
  expect_states(
      "MACHINE M VARIABLES f INVARIANT f : 1..3 +-> 0..3 INITIALISATION f := {} OPERATIONS\n"
      "put = ANY g WHERE #(i, v).(i : 1..3 & v : 0..3 & i /: dom(f) & g = f <+ {i |-> v}) THEN f := g END END",
      5 * 5 * 5);
}

TEST(Plans, QuantifiersWithSeveralConditions) {
  expect_states(chosen("y = (IF !u.(u : INTEGER => (u >= x & u <= 9 => u * u >= x)) THEN x + 1 ELSE 0 END) & y <= 9"),
                10);
  expect_states(
      chosen("y = card({z | z : 0..9 & !u.(u : NATURAL => (u <= z => (u mod 3 = 0 => u + z < 20)))}) & x = 0"), 2);
}

TEST(Plans, LinearBounds) {
  expect_states(chosen("y + y > 10 & y + y < 18"), 4, 1 + 4 * 3);
  expect_states(chosen("2 * y = 8"), 2, 1 + 2);
  expect_states(chosen("2 * y = 9"), 1, 1);
  expect_states(chosen("3 * y >= -7 & 3 * y <= 7"), 5, 1 + 5 * 5);
  expect_states(chosen("-y > 5 & 2 - 2 * y < 20"), 4, 1 + 4 * 3);
  expect_states(chosen("x - 3 * y > -10 & y > x & x < 1"), 4);
}

TEST(Plans, SequencesOfBoundedLength) {
  const auto text = [](const std::string& predicate) {
    return "MACHINE M SETS S = {a, b} VARIABLES q INVARIANT q : seq(S) INITIALISATION q := [] OPERATIONS\n"
           "go = ANY s, n WHERE " +
           predicate + " THEN q := s END END";
  };
  expect_states(text("s : seq(S) & size(s) = n & n : 0..4"), 31);
  expect_states(text("s : seq(S) & card(s) <= n & n = 5 & size(s) >= 4"), 1 + 16 + 32);
  expect_states(text("s : seq1(S) & n = 6 & size(s) : 2..n & s(1) /= s(2)"), 1 + 2 + 4 + 8 + 16 + 32);
  expect_states(text("s : iseq(S) & size(s) = n & n : 1..9"), 5);
  expect_states(text("n = 3 & s : seq(S) & size(s) < n - 5"), 1, 1);
  Options options;
  options.setup = SetupStates::none;
  options.up_to_symmetry = true;
  const auto orbits = load_text(
      "MACHINE M SETS S VARIABLES q INVARIANT q : seq(S) INITIALISATION q :( q : seq(S) & size(q) = 7 )\n"
      "OPERATIONS o = skip DEFINITIONS scope_S == 3 END",
      options);
  ASSERT_NE(orbits->system, nullptr);
  EXPECT_EQ(explore(*orbits->system).states, 365u);  // partitions of 7 places into at most 3 classes
  EXPECT_FALSE(orbits->system->shortcoming().has_value());
}

/// Parameters that only the substitution behind them bounds.
TEST(Plans, ParametersBoundedInside) {
  expect_states(with_operation("go(p) = ANY y WHERE y : 1..3 & p = 10 * y THEN x := p END"), 4, 1 + 4 * 3);
  expect_states(with_operation("go(p) = ANY y WHERE p : 1..3 & y = p THEN x := y END"), 4, 1 + 4 * 3);
  expect_states(with_operation("go(p) = SELECT p = 5 THEN x := p WHEN p : {7, 8} & x = 5 THEN x := p END"), 4,
                1 + 1 + 3 + 1 + 1);
  expect_states(with_operation("go(p) = LET y BE y = x + 1 IN SELECT p = y & y <= 6 THEN x := p END END"), 7, 1 + 6);
  expect_states(with_operation("go(p) = IF x = 0 THEN SELECT p = 40 THEN x := p END ELSE SELECT p : 0..1 THEN\n"
                               "x := p END END"),
                3);
  expect_states(with_operation("go(p) = CHOICE SELECT p = 3 THEN x := 3 END OR SELECT p = 4 THEN x := 4 END END"), 3,
                1 + 3 * 2);
  // A parameter that something undefined hangs on is tried with all its values: what is undefined has to be found.
  Options options;
  options.setup = SetupStates::none;
  const auto loaded =
      load_text(with_operation("go(p) = PRE p : 0..9 THEN IF 6 / p = 2 THEN SELECT p = 3 THEN x := p END\n"
                               "ELSE SELECT p = 4 THEN skip END END END"),
                options);
  EXPECT_TRUE(explore(*loaded->system).messages.contains("undefined: division by zero"));
}

/// What is implied only spares work: hidden behind a double negation it is not seen, and means the same.
TEST(Plans, ImpliedSetsLeaveNothingOut) {
  const char* const predicates[] = {
      "(x = 0 & y = 3) or (x > 0 & y : 0..2)",
      "y = 1 or y = x",
      "(y > 1 & y < x) or y = 3 or (x = 3 & y : {0, 1})",
      "(x = 0 => y = 3) & (x = 3 => y = 2) & (x = 2 => y : {1, 0})",
      "(x < 2 => y = 3) & (x >= 2 => y < 2)",
      "IF x = 0 THEN y = 2 ELSE y = x - 1 END",
      "#u.(u : 0..3 & u /= x & y = 3 - u)",
      "#u.(u : 0..3 & (y = u or (u = x & y = 0)))",
      "#u.(u : 0..x & #v.(v : 0..u & y = v + 1))",
      "(x = 0 & y = 6 / 3) or (x /= 0 & y = 6 / x - 1)",
      "y + y >= x & 3 * y < 11",
      "not(y = x) & (y = 0 or y = 3)",
  };
  for (const char* predicate : predicates) {
    std::vector<Exploration> found;
    for (const std::string& text : {std::string(predicate), fmt::format("not(not({}))", predicate)}) {
      for (const bool up_to_symmetry : {false, true}) {
        Options options;
        options.setup = SetupStates::none;
        options.up_to_symmetry = up_to_symmetry;
        const auto loaded =
            load_text(fmt::format("MACHINE M VARIABLES x INVARIANT x : 0..3 INITIALISATION x :: 0..3 OPERATIONS\n"
                                  "go = ANY y WHERE y : 0..3 & ({}) THEN x := y END END",
                                  text),
                      options);
        ASSERT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
        found.push_back(explore(*loaded->system));
      }
    }
    for (const Exploration& each : found) {
      EXPECT_EQ(each.seen, found[0].seen) << predicate;
      EXPECT_EQ(each.transitions, found[0].transitions) << predicate;
      EXPECT_EQ(each.messages, found[0].messages) << predicate;
    }
  }
}

/// 6 / u is undefined for one u, so the set cannot be built: every y is tried, and those with a witness are found.
TEST(Plans, FallBackWhereTheImpliedSetIsUndefined) {
  Options options;
  options.setup = SetupStates::none;
  const auto loaded = load_text(
      "MACHINE M VARIABLES x INVARIANT x : 0..6 INITIALISATION x := 0 OPERATIONS\n"
      "go = ANY y WHERE y : 0..6 & #u.(u : 0..3 & y = 6 / u) THEN x := y END END",
      options);
  const Exploration found = explore(*loaded->system);
  EXPECT_TRUE(found.messages.contains("undefined: division by zero"));
}

}  // namespace
}  // namespace quotient::bmethod
