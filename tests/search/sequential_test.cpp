#include "system/sequential.hpp"

#include <gtest/gtest.h>
#include <random>
#include <set>

#include "graph_system.hpp"
#include "naive_cycles.hpp"
#include "search/trace.hpp"

namespace quotient {
namespace {

using toy::GraphSystem;
using toy::Step;
using State = toy::ToySystem::State;

SearchOptions all_findings() {
  SearchOptions options;
  options.all = options.paranoid = true;
  return options;
}

/// What is wrong, whatever the way to it.
std::set<std::pair<FindingKind, std::uint32_t>> findings(const System& system) {
  std::set<std::pair<FindingKind, std::uint32_t>> found;
  for (const Violation& violation : explore(system, all_findings()).violations) {
    retrace(system, violation);  // ends the program where it lies
    found.insert({violation.finding.kind, violation.finding.site});
  }
  return found;
}

/// With long stretches in which only one thing can happen, circles among them, and now and then something wrong.
std::unique_ptr<GraphSystem> random_graph(std::mt19937& dice) {
  const auto below = [&dice](std::uint32_t bound) { return static_cast<std::uint32_t>(dice() % bound); };
  const std::uint32_t size = 2 + below(14);
  auto graph = std::make_unique<GraphSystem>(size);
  for (std::uint32_t s = 0; s < size; ++s) {
    graph->accepting[s] = below(6) == 0;
    graph->progress[s] = below(6) == 0;
    for (std::uint32_t e = below(8) == 0 ? below(3) : 1; e > 0; --e) {
      const std::uint32_t target = below(5) == 0 ? below(size) : (s + 1) % size;
      graph->edges[s].push_back({static_cast<std::uint8_t>(target), below(3)});
    }
  }
  const std::uint32_t wrong_state = below(2 * size), wrong_step = below(2 * size), broken = below(3 * size);
  GraphSystem* const self = graph.get();
  graph->wrong = [wrong_state](const State& state) {
    std::vector<Finding> found;
    if (state[0] == wrong_state) found.push_back({FindingKind::invariant, 1});
    return found;
  };
  graph->next = [self, wrong_step, broken](const State& state) {
    std::vector<Step> steps;
    for (const GraphSystem::Edge& e : self->edges[state[0]]) {
      Step step{{e.target}, e.process, {}, true};
      if (state[0] == wrong_step) step.finding = {FindingKind::assertion, 2};
      if (state[0] == broken) step = {{}, e.process, {FindingKind::runtime, 3}, false};
      steps.push_back(std::move(step));
    }
    return steps;
  };
  return graph;
}

TEST(Sequential, NothingWrongIsOverlookedAndNoCycleLost) {
  std::mt19937 dice(4);
  std::uint64_t before = 0, after = 0;
  for (int round = 0; round < 1500; ++round) {
    SCOPED_TRACE(round);
    std::unique_ptr<GraphSystem> graph = random_graph(dice);
    const GraphSystem& whole = *graph;
    const auto expected = findings(whole);
    std::vector<bool> wrong;
    std::vector<CycleProperty> properties;
    for (const bool fair : {false, true}) {
      properties.push_back({CycleKind::acceptance, fair, {FindingKind::acceptance, 7}});
      properties.push_back({CycleKind::non_progress, fair, {FindingKind::progress, 0}});
    }
    for (const CycleProperty& property : properties) wrong.push_back(naive::has_wrong_cycle(whole, property));
    before += explore(whole, all_findings()).states;

    const SequentialSystem skipping(std::move(graph), true);
    EXPECT_EQ(findings(skipping), expected);
    after += explore(skipping, all_findings()).states;
    for (std::size_t i = 0; i < properties.size(); ++i) {
      SearchOptions options = all_findings();
      options.properties = PropertySet::none();
      const Result result = find_cycles(skipping, properties[i], options);
      EXPECT_EQ(result.verdict, wrong[i] ? Verdict::violated : Verdict::verified) << i;
      for (const Violation& violation : result.violations) {
        std::string error;
        EXPECT_TRUE(replay(skipping, retrace(skipping, violation), error)) << error;
      }
    }
    if (HasFailure()) return;
  }
  EXPECT_LT(3 * after, 2 * before);
}

TEST(Sequential, ACircleKeepsTheStateWhereItIsEntered) {
  // 0 → 1 → 2 ⇄ 3, and 0 → 3.
  auto graph = std::make_unique<GraphSystem>(4);
  graph->edges = {{{1}, {3}}, {{2}}, {{3}}, {{2}}};
  const SequentialSystem skipping(std::move(graph), false);
  Successors steps;
  skipping.generator()->successors(State{0}, steps);
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].state[0], 2);
  EXPECT_EQ(steps[1].state[0], 3);
  skipping.generator()->successors(State{2}, steps);
  EXPECT_EQ(steps[0].state[0], 2);
  EXPECT_EQ(explore(skipping, all_findings()).states, 3U);
}

TEST(Sequential, TheWayThroughIsToldStepByStep) {
  auto graph = std::make_unique<GraphSystem>(4);
  graph->edges = {{{1, 5}}, {{2, 6}}, {{3, 7}}, {}};
  const SequentialSystem skipping(std::move(graph), false);
  const std::vector<TraceEvent> events = skipping.explain(State{0}, State{3}, {});
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[0].statement, "step 5");
  EXPECT_EQ(events[2].statement, "step 7");
}

}  // namespace
}  // namespace quotient
