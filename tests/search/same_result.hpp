#pragma once

#include <gtest/gtest.h>
#include <vector>

#include "search/result.hpp"
#include "toy_systems.hpp"

namespace quotient {

namespace toy {

/// A grid with duplicate steps and steps that skip a place: states have many parents. Wrong in some places, on some
/// steps, and where `wrong_at` says.
inline ToySystem many_parents(std::uint8_t side = 7) {
  ToySystem system = toy::grid(4, side);
  system.next = [side, plain = system.next](const ToySystem::State& state) {
    std::vector<Step> steps = plain(state);
    for (const std::size_t i : {std::size_t{0}, std::size_t{2}}) {
      if (state[i] + 1 >= side || state[i + 1] == 0) continue;
      Step step{state, 3, {}, true};
      ++step.target[i];
      --step.target[i + 1];
      steps.push_back(step);
      steps.insert(steps.begin(), step);
    }
    return steps;
  };
  return system;
}

inline ToySystem with_wrong_states(std::uint8_t side = 7) {
  ToySystem system = many_parents(side);
  system.wrong = [side](const ToySystem::State& s) {
    const bool here = s[0] + s[3] == side && s[1] == s[2] && s[1] > 2;
    return here ? std::vector{Finding{FindingKind::invariant, s[0] % 3U}} : std::vector<Finding>{};
  };
  return system;
}

}  // namespace toy

/// Two searches of one system, in all that does not depend on how states are kept. `with_growth`: also how they grew.
inline void expect_same(const Result& expected, const Result& result, bool with_growth) {
  EXPECT_EQ(expected.verdict, result.verdict);
  EXPECT_EQ(expected.stopped, result.stopped);
  EXPECT_EQ(expected.states, result.states);
  EXPECT_EQ(expected.transitions, result.transitions);
  EXPECT_EQ(expected.represents, result.represents);
  EXPECT_EQ(expected.max_depth, result.max_depth);
  EXPECT_EQ(expected.unexpanded, result.unexpanded);
  EXPECT_EQ(expected.coverage, result.coverage);
  EXPECT_EQ(expected.violation_count, result.violation_count);
  ASSERT_EQ(expected.violations.size(), result.violations.size());
  for (std::size_t i = 0; i < expected.violations.size(); ++i) {
    EXPECT_EQ(expected.violations[i].finding, result.violations[i].finding);
    EXPECT_EQ(expected.violations[i].place, result.violations[i].place);
    EXPECT_EQ(expected.violations[i].count, result.violations[i].count);
    EXPECT_EQ(expected.violations[i].states, result.violations[i].states);
  }
  if (!with_growth) return;
  ASSERT_EQ(expected.growth.size(), result.growth.size());
  for (std::size_t i = 0; i < expected.growth.size(); ++i) {
    EXPECT_EQ(expected.growth[i].states, result.growth[i].states);
    EXPECT_EQ(expected.growth[i].waiting, result.growth[i].waiting);
    EXPECT_EQ(expected.growth[i].depth, result.growth[i].depth);
  }
}

}  // namespace quotient
