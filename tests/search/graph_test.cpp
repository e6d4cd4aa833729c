#include "search/graph.hpp"

#include <gtest/gtest.h>

#include "toy_systems.hpp"

namespace quotient {
namespace {

using toy::Step;
using toy::ToySystem;
using State = ToySystem::State;

TEST(StateGraph, NumbersStatesBreadthFirstWhateverTheirLength) {
  const ToySystem system = toy::words(2);
  const StateGraph graph(system, {});
  EXPECT_EQ(graph.stopped(), StopReason::nothing);
  EXPECT_EQ(graph.initial_count(), 1U);
  const std::vector<State> expected = {{}, {0}, {1}, {0, 0}, {0, 1}, {1, 0}, {1, 1}};
  ASSERT_EQ(graph.state_count(), expected.size());
  for (std::uint32_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(State(graph.state(i).begin(), graph.state(i).end()), expected[i]);
  }
  ASSERT_EQ(graph.edges().size(), 6U);
  for (std::uint32_t i = 0; i < 6; ++i) {
    EXPECT_EQ(graph.edges()[i].source, i / 2);
    EXPECT_EQ(graph.edges()[i].target, i + 1);
    EXPECT_EQ(graph.edges()[i].label.value, i % 2);
  }
}

TEST(StateGraph, HasAnEdgeForEachTransition) {
  const ToySystem system = toy::grid(3, 8);
  const StateGraph graph(system, {});
  EXPECT_EQ(graph.state_count(), 512U);
  EXPECT_EQ(graph.edges().size(), 3U * 7 * 8 * 8);
}

TEST(StateGraph, GoesOnAfterAViolationAndLeavesBrokenStepsOut) {
  ToySystem system = toy::ring(4);
  system.next = [plain = system.next](const State& s) {
    std::vector<Step> steps = plain(s);
    steps[0].finding = {FindingKind::assertion, 0};
    steps.push_back({{}, 9, {FindingKind::runtime, 1}, false});
    steps.push_back({{}, 9, {FindingKind::assertion, 2}, false});  // tells of it, and nothing is left out
    return steps;
  };
  const StateGraph graph(system, {});
  EXPECT_EQ(graph.state_count(), 4U);
  EXPECT_EQ(graph.edges().size(), 4U);
  EXPECT_EQ(graph.broken_steps(), 4U);
}

TEST(StateGraph, SaysWhichLimitCutIt) {
  const ToySystem system = toy::words(0);
  Limits limits;
  limits.max_depth = 3;
  EXPECT_EQ(StateGraph(system, limits).stopped(), StopReason::depth);
  limits = {};
  limits.max_states = 100;
  EXPECT_EQ(StateGraph(system, limits).stopped(), StopReason::states);
  limits = {};
  limits.memory = 1 << 20;
  EXPECT_EQ(StateGraph(system, limits).stopped(), StopReason::memory);
}

}  // namespace
}  // namespace quotient
