#include <gtest/gtest.h>

#include "explore.hpp"

namespace quotient::bmethod {
namespace {

using test::Exploration;
using test::explore;
using test::load_example;

Exploration explore_example(const std::string& name, const Options& options) {
  const auto loaded = load_example(name, options);
  return explore(*loaded->system);
}

Options sized(std::map<std::string, std::uint32_t> sizes, SetupStates setup = SetupStates::none, bool flat = true) {
  Options options;
  options.set_sizes = std::move(sizes);
  options.setup = setup;
  options.flat = flat;
  return options;
}

class Counts : public testing::TestWithParam<bool> {};

TEST_P(Counts, LoginHasAllSubsets) {
  for (std::uint32_t n = 1; n <= 10; ++n) {
    const Exploration result =
        explore_example("LoginVerySimple", sized({{"Session", n}}, SetupStates::constants, GetParam()));
    EXPECT_EQ(result.states, std::size_t{1} << n);
    EXPECT_EQ(result.transitions, (std::size_t{1} << n) * n + 1);
    EXPECT_TRUE(result.findings.empty());
  }
}

TEST_P(Counts, PhilosophersAsInThePaper) {
  const std::size_t states[] = {0, 0, 18, 324, 17496};
  const std::size_t topologies[] = {0, 0, 2, 12, 216};
  for (std::uint32_t n = 2; n <= 4; ++n) {
    const Exploration plain = explore_example("Philosophers", sized({{"Phil", n}}, SetupStates::none, GetParam()));
    EXPECT_EQ(plain.states, states[n]);
    EXPECT_TRUE(plain.findings.empty());
    const Exploration constants =
        explore_example("Philosophers", sized({{"Phil", n}}, SetupStates::constants, GetParam()));
    EXPECT_EQ(constants.states, states[n] + topologies[n]);
    const Exploration root = explore_example("Philosophers", sized({{"Phil", n}}, SetupStates::root, GetParam()));
    EXPECT_EQ(root.states, states[n] + topologies[n] + 1);
    if (n == 4) {
      EXPECT_EQ(plain.transitions, 93528u);
      EXPECT_EQ(root.states, 17713u);
    }
  }
}

TEST_P(Counts, PhilosophersAtOneTable) {
  const Exploration result = explore_example("PhilosophersRing", sized({{"Phil", 4}}, SetupStates::none, GetParam()));
  EXPECT_EQ(result.states, 11664u);
  EXPECT_EQ(result.transitions, 62352u);
}

TEST_P(Counts, Scheduler) {
  std::size_t power = 1;
  for (std::uint32_t n = 1; n <= 6; ++n) {
    EXPECT_EQ(explore_example("Scheduler", sized({{"Process", n}}, SetupStates::none, GetParam())).states,
              3 * power + n * power);
    power *= 3;
  }
}

TEST_P(Counts, AnyRelation) {
  EXPECT_EQ(explore_example("Towns", sized({{"Town", 2}}, SetupStates::none, GetParam())).states, 16u);
  EXPECT_EQ(explore_example("Towns", sized({}, SetupStates::none, GetParam())).states, 512u);
}

TEST_P(Counts, OtherExamples) {
  EXPECT_EQ(explore_example("PhoneBook", sized({}, SetupStates::none, GetParam())).states, 64u);
  EXPECT_EQ(explore_example("Library", sized({}, SetupStates::none, GetParam())).states, 352u);
  EXPECT_EQ(explore_example("Library", sized({}, SetupStates::constants, GetParam())).states, 360u);
  EXPECT_EQ(explore_example("Bank", sized({}, SetupStates::none, GetParam())).states, 49u);
  EXPECT_EQ(explore_example("Queue", sized({}, SetupStates::none, GetParam())).states, 16u);
  EXPECT_EQ(explore_example("Mailroom", sized({}, SetupStates::none, GetParam())).states, 54u);
}

TEST_P(Counts, LockBreaks) {
  const Exploration result = explore_example("Lock", sized({}, SetupStates::none, GetParam()));
  EXPECT_GT(result.findings.at(FindingKind::invariant), 0u);
  EXPECT_TRUE(result.messages.contains("invariant violated: card(writers) <= 1"));
}

INSTANTIATE_TEST_SUITE_P(Representation, Counts, testing::Values(true, false),
                         [](const auto& each) { return each.param ? "flat" : "plain"; });

TEST(CountsLarge, Philosophers5) {
  const Exploration result = explore_example("Philosophers", sized({{"Phil", 5}}));
  EXPECT_EQ(result.states, 1283040u);
  EXPECT_EQ(result.transitions, 8553600u + 5280u);
}

TEST(CountsLarge, Towns4) { EXPECT_EQ(explore_example("Towns", sized({{"Town", 4}})).states, 65536u); }

/// From each of two states y is 1, 2 or 3, and x then 1 or 0: two steps; three where what ANY chooses is shown, as ProB
/// counts with this preference. With the initialisation 5 and 7.
TEST(Counts, ValuesOfAnyAreShownWhereAskedFor) {
  for (const auto& [preference, transitions] : {std::pair("FALSE", 5U), {"TRUE", 7U}}) {
    const auto loaded = test::load_text(
        std::string(
            "MACHINE M VARIABLES x INVARIANT x : 0..1 INITIALISATION x := 0 OPERATIONS go = ANY y WHERE y : 1..3 "
            "THEN x := y mod 2 END DEFINITIONS SET_PREF_SHOW_EVENTB_ANY_VALUES == ") +
        preference + " END");
    ASSERT_NE(loaded->system, nullptr);
    const Exploration found = explore(*loaded->system);
    EXPECT_EQ(found.states, 2u);
    EXPECT_EQ(found.transitions, transitions);
    EXPECT_EQ(found.labels.contains("go(3)"), transitions == 7);
  }
}

}  // namespace
}  // namespace quotient::bmethod
