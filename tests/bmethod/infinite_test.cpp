#include <gtest/gtest.h>

#include "explore.hpp"

namespace quotient::bmethod {
namespace {

using test::all_messages;
using test::Exploration;
using test::explore;
using test::load_text;

struct Searched {
  Exploration explored;
  bool cut_short = false;
  std::string warnings;
};

Searched run_infinite(const std::string& text, bool up_to_symmetry = false) {
  Options options;
  options.setup = SetupStates::none;
  options.up_to_symmetry = up_to_symmetry;
  const auto loaded = load_text(text, options);
  EXPECT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
  if (loaded->system == nullptr) return {};
  return {explore(*loaded->system, 100'000), loaded->system->shortcoming().has_value(),
          all_messages(loaded->sources, loaded->diagnostics)};
}

const std::string counter =
    "VARIABLES n INVARIANT n : 0..9 INITIALISATION n := 0\n"
    "OPERATIONS up = PRE n < 9 THEN n := n + 1 END; zero = n := 0";

/// A constant that is an infinite set is asked, never built: nothing is cut, and nothing is lost.
TEST(Infinite, ConstantsAreAsked) {
  const char* const machines[] = {
      "CONSTANTS nn PROPERTIES nn = NATURAL",
      "CONSTANTS even PROPERTIES even <: NATURAL & even = {x | x : NATURAL & x mod 2 = 0}",
      "CONSTANTS inc PROPERTIES inc : NATURAL --> NATURAL & inc = %x.(x : NATURAL | x + 1)",
      "CONSTANTS add PROPERTIES add : NATURAL * NATURAL --> NATURAL & add = %(x, y).(x : NATURAL & y : NATURAL | x+y)",
      "CONSTANTS pt PROPERTIES pt = struct(a : NATURAL, b : BOOL)",
  };
  const char* const uses[] = {
      "; use = PRE n : nn & {n, 77} <: nn & nn /= {n} THEN n := 5 END",
      "; use = PRE n : even & {n, 7} /\\ even = {n} THEN n := n + 1 END",
      "; use = PRE inc(inc(n)) < 9 & 60 : dom(inc) THEN n := max(inc[{n, inc(n)}]) END",
      "; use = PRE add(n, 70 - n) = 70 & n < 9 THEN n := add(n, 1) END",
      "; use = PRE rec(a : 99, b : TRUE) : pt THEN n := 5 END",
  };
  for (std::size_t i = 0; i < std::size(machines); ++i) {
    const Searched outcome = run_infinite(std::string("MACHINE M ") + machines[i] + "\n" + counter + uses[i] + " END");
    EXPECT_FALSE(outcome.cut_short) << outcome.warnings;
    EXPECT_EQ(outcome.explored.states, 10u) << machines[i];
    EXPECT_TRUE(outcome.explored.findings.empty()) << machines[i];
  }
}

/// Of r[S], S <| r and their like, r without end was taken for the set and S for the relation, which crashed. What is
/// asked of a union or an identity is known; of others it is left open.
TEST(Infinite, RelationsAreRestricted) {
  const char* const known[] = {
      "(succ \\/ {})[{1}] = {2}",
      "(succ \\/ pred)[{1, 5}] = {0, 2, 4, 6}",
      "id(NATURAL)[{-1, 2}] = {2}",
      "{1, 2} <| (succ \\/ id(NATURAL)) = {1 |-> 2, 2 |-> 3, 1 |-> 1, 2 |-> 2}",
      "{-1, 2} <| id(NATURAL) = {2 |-> 2}",
      "(7 |-> 7) : {1} <<| id(NATURAL)",
      "(1 |-> 1) /: {1} <<| id(NATURAL)",
      "{1 |-> 2, 3 |-> -4} |> NATURAL = {1 |-> 2}",
      "NATURAL <| {-1 |-> 2, 3 |-> -4} = {3 |-> -4}",
      "{1 |-> 2, 3 |-> -4}[NATURAL1] = {2, -4}",
  };
  for (const std::string formula : known) {
    for (const auto& [text, finding] : {std::pair{formula, false}, std::pair{"not(" + formula + ")", true}}) {
      const Searched outcome = run_infinite("MACHINE M\n" + counter + " ASSERTIONS " + text + " END");
      EXPECT_EQ(outcome.explored.findings.contains(FindingKind::assertion), finding) << text;
      EXPECT_FALSE(outcome.cut_short) << text << outcome.warnings;
    }
  }
  const char* const open[] = {
      "(NATURAL * {1})[{2}] = {1}",          "(NATURAL * {1}) |> {1} = {}",
      "{1} <| (NATURAL * NATURAL) = {}",     "{1} <<| (NATURAL * NATURAL) = {}",
      "(succ /\\ id(NATURAL)) |>> {1} = {}", "succ |> {2} = {1 |-> 2}",
      "closure1(succ)[{1}] = {2}",           "closure(id(NATURAL)) = {}",
      "iterate(succ, 2)[{1}] = {3}",         "dom(succ >< pred) = NATURAL",
      "ran(succ || id(NATURAL)) = {}",       "rel(fnc(succ)) = succ",
      "union({NATURAL, {1}}) = NATURAL",     "card(succ~) = 3",
      "SIGMA(x).(x : NATURAL | x) = 6",      "size([1] ^ (NATURAL * {1})) = 2",
  };
  for (const std::string formula : open) {
    const Searched outcome = run_infinite("MACHINE M\n" + counter + " ASSERTIONS " + formula + " END");
    EXPECT_TRUE(outcome.cut_short || !outcome.explored.findings.empty()) << formula;
  }
}

/// A function without end that is made of others is applied by applying these.
TEST(Infinite, MadeOfOthers) {
  const Searched outcome = run_infinite(
      "MACHINE M CONSTANTS f, inc PROPERTIES f = (NATURAL * {0}) <+ {1 |-> 5, 2 |-> 7} & inc = %x.(x : NATURAL | x + "
      "1)\n"
      "VARIABLES n INVARIANT n : 0..3 & f(n) = {0 |-> 0, 1 |-> 5, 2 |-> 7, 3 |-> 0}(n) & (inc ; inc)(n) = n + 2 &\n"
      "(inc ; f)(n) = f(n + 1) & ((0..1) <<| inc)(n + 2) = n + 3 & (inc <+ f)(n) = f(n) & (f <+ inc)(n) = n + 1 &\n"
      "(inc <+ {2 |-> 50})(n) = max({n + 1} \\/ {x | x = 50 & n = 2}) & 77 : dom(inc <+ f)\n"
      "INITIALISATION n := 0 OPERATIONS up = PRE n < 3 THEN n := n + 1 END; zero = n := 0 END");
  EXPECT_FALSE(outcome.cut_short) << outcome.warnings;
  EXPECT_EQ(outcome.explored.states, 4u);
  EXPECT_TRUE(outcome.explored.findings.empty());
  EXPECT_EQ(outcome.warnings, "");
}

/// Where something else bounds a value, it is asked whether an infinite set has it.
TEST(Infinite, SetsAreNotDrawnFromWhereValuesAreBounded) {
  const Searched outcome = run_infinite(
      "MACHINE M CONSTANTS even PROPERTIES even = {x | x : NATURAL & x mod 2 = 0}\n"
      "VARIABLES n INVARIANT n : even INITIALISATION n := 0\n"
      "OPERATIONS up = ANY q WHERE q : even & q > n & q < 30 THEN n := q END; zero = n := 0 END");
  EXPECT_FALSE(outcome.cut_short) << outcome.warnings;
  EXPECT_EQ(outcome.explored.states, 15u);
  EXPECT_TRUE(outcome.explored.findings.empty());
}

/// Nobody knows what would be found among the values that were not tried, so it is no violation.
TEST(Infinite, NothingFoundRestsOnACut) {
  const char* const invariants[] = {
      "#x.(x : NATURAL & x * x - x = 380 + n * 0)",
      "card({x | x : NATURAL & x > n}) > 90",
      "{n} \\/ {x | x : NATURAL & x > 50} = NATURAL",
      "!s.(s <: NATURAL => s /= {n}) or #x.(x : NATURAL & x = x * x + 20 - x * x)",
  };
  for (const char* invariant : invariants) {
    const Searched outcome =
        run_infinite(std::string("MACHINE M VARIABLES n INVARIANT n : 0..9 & (") + invariant +
                     ") INITIALISATION n := 0 OPERATIONS up = PRE n < 9 THEN n := n + 1 END; zero = n := 0 END");
    EXPECT_TRUE(outcome.cut_short) << invariant;
    EXPECT_TRUE(outcome.explored.findings.empty()) << invariant;
    EXPECT_EQ(outcome.explored.states, 10u) << invariant;
  }
}

/// One that was found is one, however many were not tried.
TEST(Infinite, AWitnessIsEnough) {
  const Searched outcome = run_infinite(
      "MACHINE M VARIABLES n INVARIANT n : 0..3 & !x.(x : NATURAL => x /= n - 1) INITIALISATION n := 0\n"
      "OPERATIONS up = PRE n < 3 THEN n := n + 1 END END");
  EXPECT_EQ(outcome.explored.findings.at(FindingKind::invariant), 3u);
}

/// What was not tried matters only where nothing was found among what was.
TEST(Infinite, ACutThatDecidesNothingIsNone) {
  const char* const invariants[] = {
      "#x.(x : NATURAL & x >= n)",
      "#(x, y).(x : NATURAL & y : NATURAL & x * x - x = n * n - n & y - x = x * x - n * n)",
      "not(!x.(x : INTEGER => x /= n))",
      "n : UNION(x).(x : NATURAL | {x})",
  };
  for (const char* invariant : invariants) {
    for (const int up_to : {3, 4}) {
      const Searched outcome = run_infinite(std::string("MACHINE M VARIABLES n INVARIANT ") + invariant +
                                            " INITIALISATION n := 0 OPERATIONS up = PRE n < " + std::to_string(up_to) +
                                            " THEN n := n + 1 END; zero = n := 0 END");
      EXPECT_EQ(outcome.cut_short, up_to == 4) << invariant;
      EXPECT_TRUE(outcome.explored.findings.empty()) << invariant;
    }
  }
}

/// What is said of an infinite constant and cannot be decided is believed, and nothing is verified.
TEST(Infinite, WhatIsBelievedIsSaid) {
  const Searched outcome = run_infinite(
      "MACHINE M CONSTANTS sq PROPERTIES sq = %x.(x : INTEGER | x * x) & !x.(x : NATURAL => sq(x) < 1000)\n"
      "VARIABLES n INVARIANT sq(n) < 100 INITIALISATION n := 0 OPERATIONS up = PRE n < 9 THEN n := n + 1 END; zero = n "
      ":= 0 END");
  EXPECT_TRUE(outcome.cut_short);
  EXPECT_EQ(outcome.explored.states, 10u);
}

/// Steps that depend on what was not tried are not taken; a state in which there may be such is no deadlock.
TEST(Infinite, GuardsAndValuesThatAreCut) {
  const Searched guard = run_infinite(
      "MACHINE M VARIABLES n INVARIANT n : 0..3 INITIALISATION n := 0\n"
      "OPERATIONS lost = PRE not(#x.(x : NATURAL & x * x = 400)) THEN n := 99 END;\n"
      "far = ANY x WHERE x : NATURAL & x > 40 THEN n := 3 END END");
  EXPECT_TRUE(guard.cut_short);
  EXPECT_EQ(guard.explored.states, 1u);
  EXPECT_TRUE(guard.explored.findings.empty());
  const Searched value = run_infinite(
      "MACHINE M VARIABLES s INVARIANT s <: NATURAL & not(7 : s) => s = {} INITIALISATION s := {}\n"
      "OPERATIONS all = s := NATURAL; most = BEGIN s := {x | x : NATURAL & x > 2} END END");
  EXPECT_TRUE(value.cut_short);
  EXPECT_EQ(value.explored.states, 1u);
  EXPECT_TRUE(value.explored.findings.empty());
}

/// No finite function is total on all naturals: trying one would undo what is said of it.
TEST(Infinite, TotalFunctionsOnInfiniteSetsAreNotDrawn) {
  for (const bool up_to_symmetry : {false, true}) {
    const Searched outcome = run_infinite(
        "MACHINE M SETS S CONSTANTS f PROPERTIES f : NATURAL --> S VARIABLES n INVARIANT f(n) : S INITIALISATION n := "
        "0\n"
        "OPERATIONS up = PRE n < 20 THEN n := n + 1 END; zero = n := 0 END",
        up_to_symmetry);
    EXPECT_TRUE(outcome.cut_short);
    EXPECT_TRUE(outcome.explored.findings.empty());
    EXPECT_EQ(outcome.explored.states, 0u);
  }
}

TEST(Infinite, StringsThatNothingNames) {
  const Searched outcome = run_infinite(
      "MACHINE M VARIABLES n INVARIANT n : 0..1 INITIALISATION n := 0\n"
      "OPERATIONS any(s) = PRE s /= \"a\" THEN n := 9 END; other = n := 1 - n END");
  EXPECT_NE(outcome.warnings.find("nothing restricts the values of 's': of its type STRING no strings are tried"),
            std::string::npos)
      << outcome.warnings;
  EXPECT_TRUE(outcome.cut_short);
  EXPECT_EQ(outcome.explored.states, 2u);
  EXPECT_TRUE(outcome.explored.findings.empty());
}

}  // namespace
}  // namespace quotient::bmethod
