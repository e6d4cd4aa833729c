#include "search/growth.hpp"

#include <gtest/gtest.h>

#include "search/search.hpp"
#include "toy_systems.hpp"

namespace quotient {
namespace {

TEST(Growth, OfABreadthFirstSearchTellsItsLevels) {
  const Result result = explore(toy::grid(2, 3), {});
  std::vector<std::vector<std::uint64_t>> told;
  for (const Progress& p : result.growth) told.push_back({p.depth, p.states, p.waiting});
  const std::vector<std::vector<std::uint64_t>> expected = {{0, 1, 1}, {1, 3, 2}, {2, 6, 3},
                                                            {3, 8, 2}, {4, 9, 1}, {4, 9, 0}};
  EXPECT_EQ(told, expected);
}

TEST(Growth, OfADepthFirstSearchEndsWithAllStates) {
  SearchOptions options;
  options.order = SearchOrder::depth_first;
  const Result result = explore(toy::grid(3, 8), options);
  ASSERT_GE(result.growth.size(), 3U);
  EXPECT_EQ(result.growth.back().states, 512U);
  for (std::size_t i = 1; i < result.growth.size(); ++i) {
    EXPECT_GE(result.growth[i].states, result.growth[i - 1].states);
  }
}

TEST(Growth, OfALongSearchIsKeptShortAndCoversAllOfIt) {
  GrowthLog log;
  for (std::uint64_t states = 1; states <= 1'000'000; ++states) {
    if (log.due(states)) log.note({states, 1, states, 0, 0});
  }
  const std::vector<Progress> told = std::move(log).finished({1'000'000, 0, 1'000'000, 0, 0}, true);
  EXPECT_LE(told.size(), 513U);
  EXPECT_GE(told.size(), 256U);
  EXPECT_EQ(told.front().states, 1U);
  EXPECT_EQ(told.back().states, 1'000'000U);
  for (std::size_t i = 1; i < told.size(); ++i) {
    EXPECT_GT(told[i].states, told[i - 1].states);
    EXPECT_LE(told[i].states - told[i - 1].states, 8192U);
  }
}

TEST(Growth, OfASearchThatWasCutKnowsWhatWaits) {
  SearchOptions options;
  options.limits.max_states = 100;
  const Result result = explore(toy::words(0), options);
  EXPECT_EQ(result.stopped, StopReason::states);
  EXPECT_GT(result.growth.back().waiting, 0U);
}

}  // namespace
}  // namespace quotient
