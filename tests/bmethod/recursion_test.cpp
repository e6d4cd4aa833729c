#include <gtest/gtest.h>
#include <string>

#include "explore.hpp"

// Constants that are given by a text which applies them.

namespace quotient::bmethod {
namespace {

struct Explored {
  test::Exploration found;
  std::string left_out, messages;
};

Explored explore_machine(const std::string& constants, const std::string& operations) {
  const std::string text = "MACHINE M " + constants +
                           " VARIABLES v INVARIANT v : INTEGER INITIALISATION v := 0 OPERATIONS " + operations + " END";
  Options options = test::initialised_only();
  options.deadlock = false;
  const auto loaded = test::load_text(text, options);
  Explored made;
  made.messages = test::all_messages(loaded->sources, loaded->diagnostics);
  EXPECT_NE(loaded->system, nullptr) << text << made.messages;
  if (loaded->system == nullptr) return made;
  made.found = test::explore(*loaded->system);
  if (const auto left_out = loaded->system->shortcoming()) made.left_out = left_out->first.message;
  return made;
}

/// Values by hand: 10! = 3628800, fib(20) = 6765, gcd(84, 36) = 12. Each of them is one more state.
TEST(Recursion, ValuesOfFunctions) {
  const std::pair<const char*, const char*> functions[] = {
      {"CONSTANTS fact PROPERTIES fact : NATURAL --> NATURAL & fact = {0|->1} \\/ %n.(n : NATURAL1 | n * fact(n - 1))",
       "go = SELECT fact(10) = 3628800 THEN v := fact(4) END"},
      {"CONSTANTS fact PROPERTIES fact : NATURAL --> NATURAL & fact = %n.(n : NATURAL | IF n = 0 THEN 1 ELSE n * "
       "fact(n - "
       "1) END)",
       "go = SELECT fact(10) = 3628800 THEN v := fact(0) END"},
      {"CONSTANTS fib PROPERTIES fib : NATURAL --> NATURAL & fib = {0|->0, 1|->1} \\/ %n.(n : NATURAL & n > 1 | fib(n "
       "- 1) + "
       "fib(n - 2))",
       "go = SELECT fib(20) = 6765 THEN v := fib(10) END"},
      {"CONSTANTS gcd PROPERTIES gcd = %(a, b).(a : NATURAL & b : NATURAL | IF b = 0 THEN a ELSE gcd(b, a mod b) END)",
       "go = SELECT gcd(84, 36) = 12 THEN v := gcd(35, 14) END"},
      {"CONSTANTS sum PROPERTIES sum = %s.(s : POW(INTEGER) | IF s = {} THEN 0 ELSE min(s) + sum(s - {min(s)}) END)",
       "go = SELECT sum({3, 4, 5}) = 12 THEN v := sum({1}) END"},
      // Only the part that is there counts; what is overridden is not asked.
      {"CONSTANTS f PROPERTIES f = %n.(n : NATURAL | f(n - 1) + 1) <+ {0|->5}",
       "go = SELECT f(3) = 8 THEN v := f(1) END"},
      // Finite, but never built: each value is computed from others.
      {"CONSTANTS f PROPERTIES f = {1|->1} \\/ %n.(n : 2..40 | f(n - 1) + n)",
       "go = SELECT f(40) = 820 THEN v := f(2) END"}};
  for (const auto& [constants, operation] : functions) {
    const Explored made = explore_machine(constants, operation);
    EXPECT_EQ(made.found.states, 2u) << constants;
    EXPECT_TRUE(made.found.findings.empty()) << constants << *made.found.messages.begin();
    EXPECT_EQ(made.left_out, "") << constants;
  }
}

/// A union of functions without end is applied by applying those that are defined there.
TEST(Recursion, UnionsOfFunctionsWithoutEnd) {
  const std::string absolute =
      "CONSTANTS f PROPERTIES f = %x.(x : INTEGER & x < 0 | -x) \\/ %x.(x : INTEGER & x >= 0 | x)";
  const Explored made = explore_machine(absolute, "go = SELECT f(-70) = 70 & f(8) = 8 THEN v := f(-1) END");
  EXPECT_EQ(made.found.states, 2u);
  EXPECT_TRUE(made.found.findings.empty());
  EXPECT_EQ(made.left_out, "") << made.messages;
  const Explored both =
      explore_machine("CONSTANTS f PROPERTIES f = %x.(x : INTEGER & x <= 0 | 2 * x) \\/ %x.(x : INTEGER & x >= -1 | x)",
                      "go = v := f(0); wrong = v := f(-1)");
  EXPECT_EQ(both.found.findings.count(FindingKind::runtime), 1u);
}

/// What the text contradicts has no solution; what nobody can see is assumed, and said to be.
TEST(Recursion, WhatPropertiesSay) {
  const std::string body = "f = {0|->1} \\/ %n.(n : NATURAL1 | f(n - 1) - 1)";
  const Explored negative =
      explore_machine("CONSTANTS f PROPERTIES f : NATURAL --> NATURAL & " + body, "go = v := f(1)");
  EXPECT_TRUE(negative.found.messages.contains("no values of the constants satisfy the PROPERTIES"));
  EXPECT_EQ(explore_machine("CONSTANTS f PROPERTIES f : NATURAL --> INTEGER & " + body, "go = v := f(3)").left_out, "");
  EXPECT_TRUE(explore_machine("CONSTANTS f PROPERTIES f(1) = 7 & " + body, "go = v := f(3)")
                  .found.messages.contains("no values of the constants satisfy the PROPERTIES"));
  const Explored assumed = explore_machine(
      "CONSTANTS f PROPERTIES f : NATURAL --> INTEGER & f = {0|->1} \\/ %n.(n : NATURAL & n mod 2 = 1 | f(n - 1))",
      "go = v := f(1)");
  EXPECT_EQ(assumed.left_out, "that a recursive function is what this says is assumed");
}

/// Two pieces that give different values for an argument, an argument outside, and recursion that does not end.
TEST(Recursion, WhatHasNoValue) {
  for (const char* text :
       {"f = {0|->1, 1|->3} \\/ %n.(n : NATURAL1 | n * f(n - 1))", "f = {0|->1} \\/ %n.(n : 2..5 | f(n - 2))"}) {
    const Explored made = explore_machine(std::string("CONSTANTS f PROPERTIES ") + text, "go = v := f(1)");
    EXPECT_EQ(made.found.findings.count(FindingKind::runtime), 1u) << text;
  }
  // Where they agree there is no harm.
  const Explored same = explore_machine(
      "CONSTANTS f PROPERTIES f = {0|->1, 1|->1} \\/ %n.(n : NATURAL1 | n * f(n - 1))", "go = v := f(1)");
  EXPECT_TRUE(same.found.findings.empty());
  const Explored endless =
      explore_machine("CONSTANTS f PROPERTIES f = %n.(n : INTEGER | f(n + 1) + 1)", "go = v := f(1)");
  EXPECT_TRUE(endless.found.messages.contains("'f' is applied within itself more than 1000 times deep"));
  // A function that is used as a set remains what it was: too much to be tried.
  EXPECT_NE(explore_machine(
                "CONSTANTS f PROPERTIES f : NATURAL --> NATURAL & f = %n.(n : NATURAL | IF n = 0 THEN 1 ELSE f(n - "
                "1) END)",
                "go = SELECT card(f) > 2 THEN v := f(1) END")
                .left_out,
            "");
}

}  // namespace
}  // namespace quotient::bmethod
