#include <gtest/gtest.h>

#include "search/search.hpp"
#include "search/trace.hpp"
#include "toy_systems.hpp"

namespace quotient {
namespace {

SearchOptions supertrace(std::uint64_t bytes) {
  SearchOptions options;
  options.order = SearchOrder::depth_first;
  options.store = StoreKind::bitstate;
  options.bitstate_bytes = bytes;
  return options;
}

TEST(Supertrace, EntersEveryStateWhereThereIsRoom) {
  const toy::ToySystem system = toy::grid(2, 20);
  const Result result = explore(system, supertrace(1 << 20));
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_TRUE(result.complete());
  EXPECT_EQ(result.states, 400U);
  EXPECT_EQ(result.transitions, 2 * 20 * 19 + 1U);
  EXPECT_EQ(result.max_depth, 38U);  // as deep as a depth-first search goes
  EXPECT_DOUBLE_EQ(result.hash_factor, 8.0 * (1 << 20) / 400);
  EXPECT_GT(result.expected_coverage(), 0.999);
}

TEST(Supertrace, LosesStatesWhereThereIsNotAndSaysHowMany) {
  const toy::ToySystem system = toy::grid(3, 20);
  const Result result = explore(system, supertrace(4096));
  EXPECT_LT(result.states, 8000U);
  EXPECT_LT(result.hash_factor, 32);
  EXPECT_LT(result.expected_coverage(), 0.999);
  EXPECT_EQ(result.verdict, Verdict::incomplete);
}

TEST(Supertrace, ThePathIsTheCounterexample) {
  toy::ToySystem system = toy::grid(2, 6);
  system.wrong = [](const toy::ToySystem::State& state) {
    std::vector<Finding> found;
    if (state[0] == 3 && state[1] == 2) found.push_back({FindingKind::invariant, 5});
    return found;
  };
  const Result result = explore(system, supertrace(1 << 16));
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(result.verdict, Verdict::violated);
  EXPECT_EQ(result.violations[0].states.back(), (StateBytes{3, 2}));
  retrace(system, result.violations[0]);  // ends the program where it lies
}

TEST(Supertrace, CountsAllThatIsWrong) {
  toy::ToySystem system = toy::grid(1, 10);
  system.next = [](const toy::ToySystem::State& state) {
    std::vector<toy::Step> steps;
    if (state[0] < 9) steps.push_back({{static_cast<std::uint8_t>(state[0] + 1)}, 0, {}, true});
    if (state[0] % 3 == 2) steps.push_back({{}, 0, {FindingKind::runtime, 1}, false});
    return steps;
  };
  SearchOptions options = supertrace(1 << 16);
  options.all = true;
  const Result result = explore(system, options);
  EXPECT_EQ(result.violation_count, 3U);
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(result.violations[0].count, 3U);
  retrace(system, result.violations[0]);
}

TEST(Supertrace, TheDepthLimitHolds) {
  SearchOptions options = supertrace(1 << 16);
  options.limits.max_depth = 10;
  const Result result = explore(toy::grid(1, 20), options);
  EXPECT_EQ(result.stopped, StopReason::depth);
  EXPECT_EQ(result.states, 11U);
  options.limits.max_depth = 19;
  EXPECT_TRUE(explore(toy::grid(1, 20), options).complete());
}

}  // namespace
}  // namespace quotient
