#include "symmetry/action/step_orbits.hpp"

#include <gtest/gtest.h>

namespace quotient {
namespace {

using Places = std::vector<std::uint32_t>;

/// (0 1)(2 3) on four vertices.
const Permutation swap_all(std::vector<Point>{1, 0, 3, 2});

std::vector<StepOrbit> orbits_of(std::vector<StepVertex> steps) { return step_orbits(steps, std::vector{swap_all}); }

TEST(StepOrbits, WhatTheImageOfAStepReachesIsReached) {
  const auto orbits = orbits_of({{0, {5}, 0, true}, {1, {6}, 1, true}, {2, {7}, 2, true}, {3, {8}, 3, true}});
  ASSERT_EQ(orbits.size(), 2U);
  const std::vector<std::uint8_t> coverage{0, 0, 0, 0, 0, 1, 0, 0, 0};
  const ReachedBySymmetry reached = reached_by_symmetry(orbits, coverage);
  EXPECT_EQ(reached.surely, Places{6});
  EXPECT_EQ(reached.perhaps, Places{});
}

TEST(StepOrbits, OfStepsWithSeveralWaysNobodyKnowsWhichWasTaken) {
  const auto orbits = orbits_of({{0, {0, 1}, 0, false}, {1, {0, 1}, 0, false}});
  const ReachedBySymmetry reached = reached_by_symmetry(orbits, std::vector<std::uint8_t>{1, 0});
  EXPECT_EQ(reached.surely, Places{});
  EXPECT_EQ(reached.perhaps, Places{1});
}

/// The same step of processes that are in two orbits: coverage does not know whose it was.
TEST(StepOrbits, OfProcessesInSeveralOrbitsNobodyKnowsWhichMoved) {
  const auto orbits = orbits_of({{0, {0}, 7, true}, {1, {1}, 8, true}, {2, {0}, 7, true}});
  const ReachedBySymmetry reached = reached_by_symmetry(orbits, std::vector<std::uint8_t>{1, 0});
  EXPECT_EQ(reached.surely, Places{});
  EXPECT_EQ(reached.perhaps, Places{1});
}

/// Statement 2 is merged into two steps: that it was reached does not tell which of them was taken.
TEST(StepOrbits, AStatementOfSeveralStepsTellsOfNone) {
  const auto orbits =
      orbits_of({{0, {0, 2}, 0, true}, {1, {1, 2}, 1, true}, {2, {2, 3}, 2, true}, {3, {2, 4}, 3, true}});
  const ReachedBySymmetry reached = reached_by_symmetry(orbits, std::vector<std::uint8_t>{1, 0, 1, 0, 0});
  EXPECT_EQ(reached.surely, Places{1});
  EXPECT_EQ(reached.perhaps, (Places{3, 4}));
}

/// A step that fails on its way does not come to all of its places, nor do its images.
TEST(StepOrbits, AStepThatWasNotTakenToItsEndTellsLittle) {
  const auto orbits = orbits_of({{0, {0, 1}, 0, true}, {1, {2, 3}, 1, true}});
  const ReachedBySymmetry reached = reached_by_symmetry(orbits, std::vector<std::uint8_t>{1, 0, 0, 0});
  EXPECT_EQ(reached.surely, Places{});
  EXPECT_EQ(reached.perhaps, (Places{1, 2, 3}));
}

/// Nobody sees whether a step without places was taken.
TEST(StepOrbits, AStepWithoutPlacesMayHaveBeenTaken) {
  const auto orbits = orbits_of({{0, {}, 0, true}, {1, {1}, 1, true}});
  EXPECT_EQ(reached_by_symmetry(orbits, std::vector<std::uint8_t>{0, 0}).perhaps, Places{1});
}

TEST(StepOrbits, NothingTakenNothingReached) {
  const auto orbits = orbits_of({{0, {0}, 0, true}, {1, {1}, 1, true}});
  const ReachedBySymmetry reached = reached_by_symmetry(orbits, std::vector<std::uint8_t>{0, 0});
  EXPECT_EQ(reached.surely, Places{});
  EXPECT_EQ(reached.perhaps, Places{});
}

}  // namespace
}  // namespace quotient
