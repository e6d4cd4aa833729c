#include "search/reduce/sequential.hpp"

#include <gtest/gtest.h>
#include <random>
#include <set>

#include "graph_system.hpp"
#include "naive_cycles.hpp"
#include "search/reduce/unfold.hpp"
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

/// What is wrong, and in how many steps of the system itself it comes about.
std::set<std::tuple<FindingKind, std::uint32_t, std::size_t>> findings(const System& whole,
                                                                       const SequentialSystem* skipping = nullptr,
                                                                       const SearchOptions& options = all_findings()) {
  std::set<std::tuple<FindingKind, std::uint32_t, std::size_t>> found;
  const Result result = skipping != nullptr ? explore(*skipping, options) : explore(whole, options);
  for (const Violation& violation : result.violations) {
    const Violation told = skipping != nullptr ? unfold(*skipping, violation) : violation;
    retrace(whole, told);  // ends the program where it lies
    found.insert({told.finding.kind, told.finding.site, told.length()});
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
    const std::unique_ptr<GraphSystem> graph = random_graph(dice);
    const GraphSystem& whole = *graph;
    const auto expected = findings(whole);
    std::vector<bool> wrong;
    std::vector<CycleProperty> properties;
    for (const Fairness fair : {Fairness::none, Fairness::weak}) {
      properties.push_back({CycleKind::acceptance, fair, {FindingKind::acceptance, 7}});
      properties.push_back({CycleKind::non_progress, fair, {FindingKind::progress, 0}});
    }
    for (const CycleProperty& property : properties) wrong.push_back(naive::has_wrong_cycle(whole, property));
    before += explore(whole, all_findings()).states;

    const SequentialSystem skipping(whole, true);
    EXPECT_EQ(findings(whole, &skipping), expected);
    SearchOptions shared = all_findings(), first;
    shared.threads = 3;
    shared.smallest_shared_level = 1;
    EXPECT_EQ(findings(whole, &skipping, shared), expected);
    EXPECT_EQ(findings(whole, &skipping, first), findings(whole, nullptr, first));
    for (const StoreKind store : {StoreKind::compact, StoreKind::bitstate}) {
      SearchOptions lossy = all_findings();
      lossy.paranoid = false;
      lossy.store = store;
      lossy.bitstate_bytes = 1 << 16;
      EXPECT_EQ(findings(whole, &skipping, lossy), expected);
    }
    after += explore(skipping, all_findings()).states;
    for (std::size_t i = 0; i < properties.size(); ++i) {
      SearchOptions options = all_findings();
      options.properties = PropertySet::none();
      const Result result = find_cycles(skipping, properties[i], options);
      EXPECT_EQ(result.verdict, wrong[i] ? Verdict::violated : Verdict::verified) << i;
      for (const Violation& violation : result.violations) {
        std::string error;
        const Violation told = unfold(skipping, violation);
        EXPECT_TRUE(replay(whole, retrace(whole, told), error, properties[i].finding)) << error;
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
  const SequentialSystem skipping(*graph, false);
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
  const SequentialSystem skipping(*graph, false);
  const std::vector<TraceEvent> events = skipping.narrator().explain(State{0}, State{3}, {});
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[0].statement, "step 5");
  EXPECT_EQ(events[2].statement, "step 7");
}

/// 0 → 1 → 2 → 3 → 4, and 0 → 5, 5 → 4 and 5 → 6: the way to 4 with the fewest stored states is not the shortest.
std::unique_ptr<GraphSystem> long_and_short_way() {
  auto graph = std::make_unique<GraphSystem>(7);
  graph->edges = {{{1}, {5}}, {{2}}, {{3}}, {{4}}, {{0}, {6}}, {{4}, {6}}, {{0}, {6}}};
  graph->wrong = [](const State& state) {
    return state[0] == 4 ? std::vector<Finding>{{FindingKind::invariant, 1}} : std::vector<Finding>();
  };
  return graph;
}

TEST(Sequential, AStateIsMetByAShortestWay) {
  const auto graph = long_and_short_way();
  const SequentialSystem skipping(*graph, false);
  const Result result = explore(skipping, {});
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(unfold(skipping, result.violations[0]).states, (std::vector<StateBytes>{{0}, {5}, {4}}));
}

TEST(Sequential, DepthIsCountedInStepsOfTheSystem) {
  auto graph = std::make_unique<GraphSystem>(6);
  graph->edges = {{{1}, {0}}, {{2}}, {{3}}, {{4}}, {{5}, {0}}, {}};
  const SequentialSystem skipping(*graph, false);
  const Result all = explore(skipping, {});
  EXPECT_EQ(all.states, 3U);
  EXPECT_EQ(all.max_depth, 5U);
  EXPECT_EQ(all.transitions, 5U);  // the initial state, 0 to 4 and 0, 4 to 5 and 0
  EXPECT_TRUE(all.complete());
  SearchOptions options;
  for (options.limits.max_depth = 0; options.limits.max_depth < 5; ++options.limits.max_depth) {
    const Result cut = explore(skipping, options);
    EXPECT_EQ(cut.stopped, StopReason::depth);
    EXPECT_EQ(cut.states, options.limits.max_depth < 4 ? 1U : 2U);
  }
  EXPECT_TRUE(explore(skipping, options).complete());
}

TEST(Sequential, PaysWhereMoreIsPassedThroughThanLookedAt) {
  const auto pays = [](std::uint8_t length, std::size_t choices) {
    // After a start of a hundred steps a choice, and behind each of the options a stretch before the next choice.
    GraphSystem graph(250);
    for (std::uint8_t s = 0; s < 249; ++s) graph.edges[s].push_back({static_cast<std::uint8_t>(s + 1)});
    graph.edges[249].push_back({100});
    for (std::uint8_t s = 100; s < 249; s = static_cast<std::uint8_t>(s + length)) {
      for (std::size_t c = 1; c < choices; ++c) graph.edges[s].push_back({100});
      if (249 - s < length) break;
    }
    EXPECT_FALSE(SequentialSystem(graph, false).pays(250));  // there is no more
    return SequentialSystem(graph, false).pays(200);
  };
  EXPECT_TRUE(pays(5, 2));
  EXPECT_FALSE(pays(2, 2));
  EXPECT_FALSE(pays(5, 8));
}

}  // namespace
}  // namespace quotient
