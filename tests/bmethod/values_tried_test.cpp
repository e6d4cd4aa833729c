#include <gtest/gtest.h>

#include "explore.hpp"

namespace quotient::bmethod {
namespace {

using test::all_messages;
using test::explore;
using test::initialised_only;
using test::load_text;

/// An equation bounds the parts of a union; where they share nothing, the last part is the rest.
TEST(ValuesTried, UnionsAreTakenApart) {
  const std::string known = "known = {10, 20, 30, 40, 50, 60, 70, 80, 90, 100}";
  const auto states = [&](const std::string& parts, const std::string& predicate, std::uint64_t limit) {
    Options options = initialised_only();
    options.max_enumeration = limit;
    const auto loaded = load_text("MACHINE M CONSTANTS known, " + parts + " PROPERTIES " + known + " & " + predicate +
                                      " VARIABLES v INVARIANT v = 0 INITIALISATION v := 0 END",
                                  options);
    EXPECT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
    EXPECT_FALSE(loaded->system->shortcoming().has_value()) << all_messages(loaded->sources, loaded->diagnostics);
    return explore(*loaded->system, 100'000).states;
  };
  EXPECT_EQ(states("e, w", "e /\\ w = {} & e \\/ w = known", 1024), 1024u);
  EXPECT_EQ(states("e, w", "known = w \\/ e & {} = w /\\ e & card(e) = 2", 1024), 45u);
  EXPECT_EQ(states("e, w", "e \\/ w = known & e <: {10, 20} & 20 : w", 10'000), 3u + 3u);
  EXPECT_EQ(states("e, w", "e \\/ w <: known & e = w", 10'000), 1024u);
  EXPECT_EQ(
      states("a, b, c", "a \\/ b \\/ c = known & a /\\ b = {} & b /\\ c = {} & c /\\ a = {} & card(b) = 9", 100'000),
      10u * 2u);
}

/// Sums and differences bound an integer, on either side and whatever its sign.
TEST(ValuesTried, BoundsAreSolvedFor) {
  const auto values = [](const std::string& predicate) {
    const auto loaded = load_text("MACHINE M CONSTANTS k, x PROPERTIES k = 20 & " + predicate +
                                      " VARIABLES v INVARIANT v = x INITIALISATION v := x END",
                                  initialised_only());
    EXPECT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
    EXPECT_FALSE(loaded->system->shortcoming().has_value()) << all_messages(loaded->sources, loaded->diagnostics);
    return explore(*loaded->system).states;
  };
  EXPECT_EQ(values("x : NATURAL & k + x <= 30"), 11u);
  EXPECT_EQ(values("x : NATURAL1 & 30 > x + k - 5"), 14u);
  EXPECT_EQ(values("k - x >= 3 & x - 10 > 2"), 5u);
  EXPECT_EQ(values("x + k = 75"), 1u);
  EXPECT_EQ(values("75 = k - (x - 2)"), 1u);
  EXPECT_EQ(values("x <= 4 & 1 - x < 3"), 6u);
}

/// How many elements a subset has says how few there are, whatever they are drawn from.
TEST(ValuesTried, SubsetsOfAKnownSize) {
  const auto states = [](const std::string& predicate) {
    const auto loaded = load_text("MACHINE M SETS S = {s1, s2, s3, s4, s5, s6} CONSTANTS k, c PROPERTIES k = 3 & " +
                                      predicate + " VARIABLES v INVARIANT v = c INITIALISATION v := c END",
                                  initialised_only());
    EXPECT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
    EXPECT_FALSE(loaded->system->shortcoming().has_value());
    return explore(*loaded->system, 200'000).states;
  };
  EXPECT_EQ(states("c <: 1..40 & card(c) = k"), 9880u);
  EXPECT_EQ(states("c : POW(1..40) & k > card(c)"), 1u + 40u + 780u);
  EXPECT_EQ(states("c : POW1((1..5) * (1..5)) & card(c) + 1 <= k & card(c) : NATURAL"), 25u + 300u);
  EXPECT_EQ(states("c <: 1..30 & card(c) >= 29"), 31u);
  EXPECT_EQ(states("c <: S & card(c) = k & s1 : c"), 10u);
  EXPECT_EQ(states("c : FIN(S) & card(c) = 7"), 0u);
}

/// The same where the elements are alike: nothing is grown that comes to nothing.
TEST(ValuesTried, SubsetsOfAKnownSizeUpToSymmetry) {
  const std::string rest = " VARIABLES v INVARIANT v = c INITIALISATION v := c END";
  const auto states = [&](const std::string& predicate) {
    Options options = initialised_only();
    options.up_to_symmetry = true;
    const auto loaded = load_text("MACHINE M SETS S; T CONSTANTS c PROPERTIES " + predicate + rest, options);
    EXPECT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
    return explore(*loaded->system).states;
  };
  EXPECT_EQ(states("card(S) = 13 & card(T) = 4 & c <: S * T & card(c) = 52"), 1u);
  EXPECT_EQ(states("card(S) = 5 & card(T) = 4 & c <: S * T & card(c) < 2"), 2u);
  // Two edges of a bipartite graph: at one end, at the other, or apart.
  EXPECT_EQ(states("card(S) = 5 & card(T) = 4 & c <: S * T & card(c) = 2"), 3u);
  EXPECT_EQ(states("card(S) = 9 & c <: S & card(c) >= 7"), 3u);
}

/// A choice that takes too many values is known to before they are tried.
TEST(ValuesTried, TooManySequencesAreNotTried) {
  // The last has symmetry, but too little.
  for (const std::string choice : {"perm(1..20)", "iseq(1..20)", "seq1(1..4000)", "perm(S * T)"}) {
    Options options;
    options.setup = SetupStates::none;
    options.up_to_symmetry = true;
    options.set_sizes = {{"S", 4}, {"T", 13}};
    const std::string type = choice == "perm(S * T)" ? "S * T" : "INTEGER";
    const auto loaded = load_text(
        "MACHINE M SETS S; T VARIABLES s INVARIANT s : seq(" + type + ")\nINITIALISATION s :: " + choice + " END",
        options);
    ASSERT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
    Successors initial;
    loaded->system->generator()->initial(initial);
    ASSERT_TRUE(initial.is_cut_off()) << choice;
    const FindingText reason = loaded->system->narrator().describe(initial.cut_off_reason());
    EXPECT_EQ(reason.message, "too many values to try for 's' (more than 16777216)");
    EXPECT_EQ(reason.at.position.line, 2u);
  }
}

}  // namespace
}  // namespace quotient::bmethod
