#include <gtest/gtest.h>

#include "explore.hpp"
#include "replace_word.hpp"

namespace quotient::bmethod {
namespace {

using test::all_messages;
using test::Exploration;
using test::explore;
using test::initialised_only;
using test::load_text;
using Files = std::map<std::string, std::string>;

Exploration explore_files(const std::string& text, const Files& others) {
  const auto loaded = load_text(text, initialised_only(), others);
  EXPECT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
  if (loaded->system == nullptr) return {};
  return explore(*loaded->system, 100'000);
}

const char* const stack =
    "MACHINE Stack(cap) CONSTRAINTS cap : 1..3 & cap = 2\n"
    "CONCRETE_VARIABLES top ABSTRACT_VARIABLES elems\n"
    "INVARIANT elems : seq(0..1) & top = size(elems) & top <= cap INITIALISATION elems := [] || top := 0\n"
    "OPERATIONS\n"
    "  push(x) = PRE x : 0..1 & top < cap THEN elems := elems <- x || top := top + 1 END;\n"
    "  x <-- pop = PRE top > 0 THEN x := last(elems) || elems := front(elems) || top := top - 1 END\n"
    "END";

const char* const stack_r =
    "REFINEMENT Stack_r(cap) REFINES Stack VARIABLES arr\n"
    "INVARIANT arr : 1..cap --> 0..1 & elems = (1..top) <| arr\n"
    "INITIALISATION arr := (1..cap) * {0}; top := 0\n"
    "OPERATIONS\n"
    "  push(x) = BEGIN top := top + 1; arr(top) := x END;\n"
    "  x <-- pop = BEGIN x := arr(top); top := top - 1 END\n"
    "END";

/// The concrete variable of the abstraction stays, its parameters have types, its preconditions still guard.
TEST(Refinement, KeepsWhatItNeedNotRepeat) {
  const Exploration result = explore_files(stack_r, {{"Stack.mch", stack}});
  // Any array, any height: what was popped stays in the array.
  EXPECT_EQ(result.states, 12u);
  EXPECT_TRUE(result.findings.empty()) << *result.messages.begin();
  EXPECT_TRUE(result.labels.contains("push(1)"));
}

/// The gluing invariant says what the abstract variable is: nothing is left unchecked.
TEST(Refinement, AbstractVariablesAreWhatTheyAreGluedTo) {
  const auto loaded = load_text(stack_r, initialised_only(), {{"Stack.mch", stack}});
  ASSERT_NE(loaded->system, nullptr);
  EXPECT_FALSE(loaded->system->shortcoming().has_value());
  const Files abstraction = {{"A.mch",
                              "MACHINE A SETS K VARIABLES s INVARIANT s <: K & card(s) <= 1 INITIALISATION s := {}\n"
                              "OPERATIONS add(k) = PRE k : K & k /: s THEN s := s \\/ {k} END END"}};
  const Exploration result = explore_files(
      "REFINEMENT R REFINES A VARIABLES q INVARIANT q : seq(K) & ran(q) = s INITIALISATION q := []\n"
      "OPERATIONS add(k) = BEGIN q := q <- k END END",
      abstraction);
  EXPECT_EQ(result.states, 5u);  // no element twice: the precondition is that of the abstraction
  EXPECT_TRUE(result.messages.contains("invariant violated: card(s) <= 1"));
}

TEST(Refinement, SaysWhichInvariantsItCannotCheck) {
  const std::string told = "names a variable of the refined machine and is not checked";
  const Files abstraction = {
      {"A.mch", "MACHINE A VARIABLES a INVARIANT a : 0..2 INITIALISATION a := 0 OPERATIONS go = a :: 0..2 END"}};
  const char* const refinements[] = {
      "REFINEMENT R REFINES A VARIABLES b INVARIANT b : 0..2 & a <= b INITIALISATION b := 0 OPERATIONS go = b := 1 END",
      "REFINEMENT R REFINES A VARIABLES b INVARIANT b : 0..2 & a = b INITIALISATION b := 0 OPERATIONS go =\n"
      "WHILE b < 2 DO b := b + 1 INVARIANT b : 0..2 & a >= 0 VARIANT 2 - b END END",
      "REFINEMENT R REFINES A VARIABLES b INVARIANT b : 0..2 & a = b INITIALISATION b := 0 OPERATIONS go =\n"
      "BEGIN b := 1; ASSERT a < b & b = 1 THEN skip END END END"};
  for (const char* refinement : refinements) {
    const auto loaded = load_text(refinement, initialised_only(), abstraction);
    ASSERT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
    EXPECT_TRUE(loaded->system->shortcoming().has_value()) << refinement;
    EXPECT_NE(all_messages(loaded->sources, loaded->diagnostics).find(told), std::string::npos) << refinement;
    EXPECT_TRUE(explore(*loaded->system).findings.empty()) << refinement;
  }
  const auto none = load_text(
      "REFINEMENT R REFINES A VARIABLES b INVARIANT b : 0..2 INITIALISATION b := 0 OPERATIONS go = b := a END",
      initialised_only(), abstraction);
  EXPECT_EQ(none->system, nullptr);
  EXPECT_NE(all_messages(none->sources, none->diagnostics)
                .find("'a' is a variable of the refined machine, and has no value here"),
            std::string::npos);
}

/// What the abstraction demands of variables that both have holds of the refinement too.
TEST(Refinement, InvariantsOfTheAbstractionHoldOfCommonVariables) {
  const Exploration result = explore_files(
      "REFINEMENT R REFINES A VARIABLES n INITIALISATION n := 0 OPERATIONS go = n := (n + 1) mod 4 END",
      {{"A.mch", "MACHINE A VARIABLES n INVARIANT n : 0..2 INITIALISATION n := 0 OPERATIONS go = n :: 0..2 END"}});
  EXPECT_EQ(result.states, 4u);
  EXPECT_EQ(result.findings.at(FindingKind::invariant), 1u);
}

/// A chain of three, the last with an imported machine under a prefix whose operations do the work.
TEST(Refinement, ImplementationsCallWhatTheyImport) {
  const Files files = {{"Stack.mch", stack},
                       {"Stack_r.ref", stack_r},
                       {"Arr.mch",
                        "MACHINE Arr(len) CONSTRAINTS len : 1..9 VARIABLES data INVARIANT data : 1..len --> 0..1\n"
                        "INITIALISATION data := (1..len) * {0} OPERATIONS\n"
                        "  set(i, v) = PRE i : 1..len & v : 0..1 THEN data(i) := v END;\n"
                        "  v <-- get(i) = PRE i : 1..len THEN v := data(i) END END"}};
  const Exploration result = explore_files(
      "IMPLEMENTATION Stack_i(cap) REFINES Stack_r IMPORTS store.Arr(2) INVARIANT store.data = arr\n"
      "INITIALISATION top := 0 OPERATIONS\n"
      "  push(x) = BEGIN top := top + 1; store.set(top, x) END;\n"
      "  x <-- pop = BEGIN x <-- store.get(top); top := top - 1 END END",
      files);
  EXPECT_EQ(result.states, 12u);
  EXPECT_TRUE(result.findings.empty()) << *result.messages.begin();
}

/// The refined machine includes a machine that the refinement does not have: its variables are no part of the state.
TEST(Refinement, WhatIsRefinedHasNoStateOfItsOwn) {
  const Files files = {
      {"Inner.mch",
       "MACHINE Inner VARIABLES n INVARIANT n : 0..2 INITIALISATION n :: 0..2 OPERATIONS inc = n := 0 END"},
      {"A.mch",
       "MACHINE A INCLUDES Inner VARIABLES m INVARIANT m : 0..2 INITIALISATION m := 0 OPERATIONS\n"
       "go = BEGIN inc || m := 1 END END"}};
  EXPECT_EQ(explore_files("REFINEMENT R REFINES A VARIABLES m INITIALISATION m := 0 OPERATIONS go = m := 1 END", files)
                .states,
            2u);
  // The same one, included by the refinement as well, is a part of the state.
  EXPECT_EQ(explore_files("REFINEMENT R REFINES A INCLUDES Inner VARIABLES m INITIALISATION m := 0\n"
                          "OPERATIONS go = BEGIN inc; m := n + 1 END END",
                          files)
                .states,
            4u);
}

TEST(Refinement, ParametersAreThoseOfTheOperationRefined) {
  const Files files = {{"A.mch", "MACHINE A OPERATIONS go(x) = PRE x : 0..1 THEN skip END END"}};
  // Names may differ, as long as there is one for each.
  EXPECT_TRUE(explore_files("REFINEMENT R REFINES A OPERATIONS go(y) = ASSERT y : 0..1 THEN skip END END", files)
                  .findings.empty());
  const auto loaded = load_text("REFINEMENT R REFINES A OPERATIONS go = skip END", initialised_only(), files);
  EXPECT_EQ(loaded->system, nullptr);
  EXPECT_NE(all_messages(loaded->sources, loaded->diagnostics).find("'go' must have as many parameters and results"),
            std::string::npos);
}

TEST(Refinement, SetParametersAndConstantsAreTheSame) {
  const Files files = {{"A.mch",
                        "MACHINE A(SET) CONSTANTS c PROPERTIES c : SET & card(SET) = 3 VARIABLES s INVARIANT s <: SET\n"
                        "INITIALISATION s := {} OPERATIONS add(x) = PRE x : SET & x /= c THEN s := s \\/ {x} END END"}};
  // Three constants; of each the subsets without it.
  EXPECT_EQ(explore_files(
                "REFINEMENT R(SET) REFINES A VARIABLES t INVARIANT t : SET --> BOOL INITIALISATION t := SET * {FALSE}\n"
                "OPERATIONS add(x) = t(x) := TRUE END",
                files)
                .states,
            3u * 4u);
}

TEST(Refinement, ValuesOfSetsAndConstants) {
  const auto loaded = load_text("IMPLEMENTATION I REFINES A VALUES S = 1..4; c = 7 END", initialised_only(),
                                {{"A.mch", "MACHINE A SETS S CONSTANTS c PROPERTIES c : NATURAL END"}});
  ASSERT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
  EXPECT_EQ(loaded->system->set_sizes().at(0).size, 4u);
  EXPECT_FALSE(loaded->system->shortcoming().has_value());
  EXPECT_EQ(explore(*loaded->system).states, 1u);
}

/// The elements of a set with values are integers where the implementation uses them as such.
TEST(Refinement, ElementsOfSetsWithValuesAreIntegers) {
  const Files files = {
      {"A.mch",
       "MACHINE A SETS SEAT CONSTANTS free, places PROPERTIES free : NAT & places : NAT1 & card(SEAT) = "
       "places VARIABLES taken INVARIANT taken : SEAT --> 0..1 INITIALISATION taken := SEAT * {0}\n"
       "OPERATIONS take(s) = PRE s : SEAT & taken(s) = 0 THEN taken(s) := 1 END END"},
      {"Array.mch",
       "MACHINE Array(VALUE, last) CONSTRAINTS last : NAT1 VARIABLES arr INVARIANT arr : 1..last --> VALUE\n"
       "INITIALISATION arr := (1..last) * {min(VALUE)}\n"
       "OPERATIONS put(i, v) = PRE i : 1..last & v : VALUE THEN arr(i) := v END END"}};
  const std::string text =
      "IMPLEMENTATION I REFINES A IMPORTS hall.Array(0..1, places) VALUES SEAT = 1..3; free = 0; places = 3\n"
      "INVARIANT hall.arr = taken OPERATIONS take(s) = hall.put(s, 1) END";
  const Exploration result = explore_files(text, files);
  EXPECT_EQ(result.states, 8u);
  EXPECT_TRUE(result.findings.contains(FindingKind::deadlock));
  EXPECT_EQ(result.findings.size(), 1u);
  // Nothing can be made of this one either way: what is wrong is said of the text as it is written.
  const auto wrong = load_text("IMPLEMENTATION I REFINES A VALUES SEAT = 1..3; free = TRUE; places = 3 END",
                               initialised_only(), files);
  EXPECT_EQ(wrong->system, nullptr);
  EXPECT_EQ(wrong->diagnostics.all().size(), 1u);
}

/// Local operations are called with the precondition of their specification, and offered to nobody.
TEST(Refinement, LocalOperations) {
  const Files files = {{"A.mch",
                        "MACHINE A VARIABLES n INVARIANT n : 0..9 INITIALISATION n := 0\n"
                        "OPERATIONS up(k) = PRE k : 1..3 & n + k < 9 THEN n := n + k END; zero = n := 0 END"}};
  const std::string text =
      "IMPLEMENTATION I REFINES A CONCRETE_VARIABLES m INVARIANT m = n INITIALISATION m := 0\n"
      "LOCAL_OPERATIONS put(v) = PRE v : 0..LIMIT THEN m := v END; w <-- sum(v) = PRE v : 1..3 THEN w := m + v END\n"
      "OPERATIONS up(k) = VAR s IN s <-- sum(k); put(s) END; zero = put(0); put(v) = m := v END";
  const auto with_limit = [&](const std::string& limit) {
    return explore_files(test::replace_word(text, "LIMIT", limit), files);
  };
  const Exploration all = with_limit("9");
  EXPECT_EQ(all.states, 9u);
  EXPECT_TRUE(all.findings.empty());
  EXPECT_EQ(all.labels, (std::set<std::string>{"INITIALISATION", "up(1)", "up(2)", "up(3)", "zero"}));
  const Exploration some = with_limit("5");
  EXPECT_TRUE(some.messages.contains("precondition violated: v : 0..5"));
}

/// The operation was called with the parameters of the text, and typed with those of the abstract one: a read past
/// the end.
TEST(Refinement, CallsOfAnOperationWithOtherParametersThanTheAbstractOne) {
  const Files files = {{"A.mch",
                        "MACHINE A VARIABLES n INVARIANT n : 0..9 INITIALISATION n := 0\n"
                        "OPERATIONS up = n := 1; r <-- get(k) = PRE k : 0..1 THEN r := k END; twice = n := 2 END"}};
  for (const std::string operations :
       {"up(k) = n := k; r <-- get(k) = r := k; twice = BEGIN up(1); up(2) END",
        "up = n := 1; r, s <-- get(k, l) = BEGIN r := k; s := l END; twice = VAR x, y IN x, y <-- get(1, 2) END",
        "up = n := 1; get = skip; twice = VAR x IN x <-- get(1); get END"}) {
    const auto loaded = test::load_text(
        "REFINEMENT R REFINES A VARIABLES n INITIALISATION n := 0 OPERATIONS " + operations + " END", {}, files);
    EXPECT_EQ(loaded->system, nullptr);
    EXPECT_NE(test::all_messages(loaded->sources, loaded->diagnostics).find("must have as many parameters and results"),
              std::string::npos)
        << operations;
  }
}

TEST(Project, FilesByPragma) {
  const Exploration result = explore_files(
      "MACHINE M SEES N /*@file \"sub/Other.mch\" */ VARIABLES n INVARIANT n : 0..k INITIALISATION n := k END",
      {{"sub/Other.mch", "MACHINE N CONSTANTS k PROPERTIES k = 1 END"}});
  EXPECT_EQ(result.states, 1u);
}

TEST(Project, UsesAndPromotes) {
  const Files files = {
      {"Data.mch",
       "MACHINE Data SETS Y VARIABLES y INVARIANT y : Y INITIALISATION y :: Y OPERATIONS tick = y :: Y END"},
      {"User.mch",
       "MACHINE User USES Data SETS X VARIABLES v INVARIANT v : X <-> Y & (v = {} or y : Y) INITIALISATION v := {}\n"
       "OPERATIONS add(x) = PRE x : X THEN v := v \\/ {x |-> y} END END"}};
  // Any relation of two by two, any y.
  EXPECT_EQ(explore_files("MACHINE Top INCLUDES Data, User PROMOTES tick, add END", files).states, 16u * 2u);
}

TEST(Project, ExtendsWithParametersAndPermutation) {
  const Files files = {{"Cell.mch",
                        "MACHINE Cell(ELEM) VARIABLES content INVARIANT content <: ELEM INITIALISATION content := {}\n"
                        "OPERATIONS put(e) = PRE e : ELEM - content THEN content := content \\/ {e} END;\n"
                        "n <-- count = n := card(content) END"}};
  const Exploration result = explore_files(
      "MACHINE Top SETS S EXTENDS a.Cell(S), b.Cell(0..2) OPERATIONS n <-- all = VAR i, j IN i <-- a.count;\n"
      "j <-- b.count; n := i + j END END",
      files);
  EXPECT_EQ(result.states, 4u * 8u);
  EXPECT_TRUE(result.labels.contains("all --> 5"));
  EXPECT_TRUE(result.labels.contains("b.put(2)"));
}

}  // namespace
}  // namespace quotient::bmethod
