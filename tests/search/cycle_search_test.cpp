#include "search/cycles/cycle_search.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

#include "graph_system.hpp"
#include "naive_cycles.hpp"
#include "same_result.hpp"
#include "search/cycles/cycle_judge.hpp"
#include "search/cycles/cycle_sets.hpp"
#include "search/trace.hpp"

namespace quotient {
namespace {

using toy::GraphSystem;
using toy::Step;
using State = toy::ToySystem::State;

constexpr Finding cycle_finding{FindingKind::acceptance, 7};
constexpr CycleProperty acceptance{CycleKind::acceptance, Fairness::none, cycle_finding};
constexpr CycleProperty fair_acceptance{CycleKind::acceptance, Fairness::weak, cycle_finding};
constexpr CycleProperty strong_acceptance{CycleKind::acceptance, Fairness::strong, cycle_finding};
constexpr CycleProperty non_progress{CycleKind::non_progress, Fairness::none, {FindingKind::progress, 0}};
constexpr CycleProperty strong_non_progress{CycleKind::non_progress, Fairness::strong, {FindingKind::progress, 0}};
constexpr CycleProperty fair_non_progress{CycleKind::non_progress, Fairness::weak, {FindingKind::progress, 0}};

SearchOptions paranoid() {
  SearchOptions options;
  options.paranoid = true;
  return options;
}

/// The search says what the definition says, and what it shows is a run of the system.
void expect_right(const System& system, const CycleProperty& property, CycleAlgorithm algorithm) {
  const bool wrong = naive::has_wrong_cycle(system, property);
  const Result result = find_cycles(system, property, paranoid(), algorithm);
  ASSERT_EQ(result.verdict, wrong ? Verdict::violated : Verdict::verified);
  if (!wrong) return;
  ASSERT_EQ(result.violations.size(), 1U);
  const Violation& violation = result.violations[0];
  EXPECT_EQ(violation.finding, property.finding);
  EXPECT_EQ(violation.place, ViolationPlace::cycle);
  const auto cycle = std::span(violation.states).subspan(violation.cycle_start);
  EXPECT_EQ(judge_cycle(system, cycle, property.kind, property.fairness), "");
  std::string error;
  const auto told = replay(system, retrace(system, violation), error, property.finding);
  ASSERT_TRUE(told) << error;
  EXPECT_EQ(told->cycle_start, violation.cycle_start);
  // A trace may claim that it is about something else.
  for (const Finding other : {Finding{FindingKind::ltl, 0xffff'fff0U}, Finding{FindingKind::assertion, 0},
                              Finding{property.finding.kind, property.finding.site + 1}}) {
    Trace lying = retrace(system, violation);
    lying.finding = other;
    EXPECT_FALSE(replay(system, lying, error, property.finding));
    EXPECT_FALSE(replay(system, lying, error));
  }
}

void expect_all_right(const System& system) {
  expect_right(system, acceptance, CycleAlgorithm::components);
  expect_right(system, acceptance, CycleAlgorithm::nested);
  expect_right(system, fair_acceptance, CycleAlgorithm::components);
  expect_right(system, non_progress, CycleAlgorithm::components);
  expect_right(system, non_progress, CycleAlgorithm::nested);
  expect_right(system, fair_non_progress, CycleAlgorithm::components);
  for (const CycleProperty& property :
       {acceptance, fair_acceptance, strong_acceptance, non_progress, fair_non_progress, strong_non_progress}) {
    expect_right(system, property, CycleAlgorithm::levels);
  }
}

std::unique_ptr<GraphSystem> random_graph(std::mt19937& dice, std::uint32_t most_states) {
  const auto below = [&dice](std::uint32_t bound) { return static_cast<std::uint32_t>(dice() % bound); };
  const std::uint32_t size = 1 + below(most_states), density = 1 + below(3), processes = 1 + below(4);
  const std::uint32_t rarity = 1 + below(8);
  auto graph = std::make_unique<GraphSystem>(size);
  for (std::uint32_t s = 0; s < size; ++s) {
    graph->accepting[s] = below(rarity) == 0;
    graph->progress[s] = below(3) == 0;
    for (std::uint32_t e = below(density + 1); e > 0; --e) {
      // Mostly forwards, so that there are components of all sizes.
      const std::uint32_t target = below(4) == 0 ? below(size) : std::min(size - 1, s + below(3));
      graph->edges[s].push_back({static_cast<std::uint8_t>(target), below(processes)});
    }
  }
  if (below(4) == 0) graph->starts.push_back({{static_cast<std::uint8_t>(below(size))}, 0, {}, true});
  return graph;
}

TEST(CycleSearch, AgreesWithTheDefinitionOnRandomGraphs) {
  std::mt19937 dice(20240601);
  for (int round = 0; round < 2500; ++round) {
    SCOPED_TRACE(round);
    expect_all_right(*random_graph(dice, 12));
    if (HasFatalFailure()) return;
  }
}

/// Whoever leaves the choice to the search gets both: a look at the first states, then all of them level by level.
TEST(CycleSearch, FindsTheSameWithAnyNumberOfThreads) {
  std::mt19937 dice(7);
  int by_levels = 0, violated = 0, verified = 0;
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    const std::unique_ptr<GraphSystem> graph = random_graph(dice, 200);
    for (const CycleProperty& property : {acceptance, non_progress, fair_acceptance}) {
      SearchOptions options;
      options.properties = PropertySet::none();
      options.probed_states = 4;
      options.smallest_shared_level = 1;
      const Result alone = find_cycles(*graph, property, options);
      EXPECT_EQ(alone.verdict, naive::has_wrong_cycle(*graph, property) ? Verdict::violated : Verdict::verified);
      for (const unsigned threads : {2U, 3U}) {
        options.threads = threads;
        const Result together = find_cycles(*graph, property, options);
        expect_same(alone, together, true);
        EXPECT_EQ(alone.by_levels, together.by_levels);
      }
      by_levels += alone.by_levels && property.fairness == Fairness::none ? 1 : 0;
      ++(alone.verdict == Verdict::violated ? violated : verified);
    }
  }
  EXPECT_GT(by_levels, 50);
  EXPECT_GT(violated, 100);
  EXPECT_GT(verified, 100);
}

TEST(CycleSearch, LimitsHoldForBothPartsOfASearchTogether) {
  GraphSystem graph(200);
  for (std::uint8_t s = 0; s < 199; ++s) graph.edges[s] = {{static_cast<std::uint8_t>(s + 1)}};
  SearchOptions options;
  options.probed_states = 50;
  EXPECT_TRUE(find_cycles(graph, acceptance, options).by_levels);
  EXPECT_EQ(find_cycles(graph, acceptance, options).states, 200U);
  options.limits.max_states = 100;
  EXPECT_EQ(find_cycles(graph, acceptance, options).stopped, StopReason::states);
  EXPECT_EQ(find_cycles(graph, acceptance, options).states, 100U);
  options.limits.max_states = 50;
  EXPECT_EQ(find_cycles(graph, acceptance, options).states, 50U);
  options.limits = {};
  options.limits.time = std::chrono::duration<double>::zero();
  EXPECT_EQ(find_cycles(graph, acceptance, options).stopped, StopReason::time);
}

TEST(CycleSearch, ARunThatEndsInAnAcceptingStateStaysThere) {
  GraphSystem graph(3);
  graph.edges[0] = {{1}};
  graph.edges[1] = {{2}};
  graph.accepting[2] = true;
  for (const CycleAlgorithm algorithm : {CycleAlgorithm::components, CycleAlgorithm::nested}) {
    const Result result = find_cycles(graph, acceptance, paranoid(), algorithm);
    ASSERT_EQ(result.violations.size(), 1U);
    EXPECT_EQ(result.violations[0].states, (std::vector<StateBytes>{{0}, {1}, {2}}));
    EXPECT_EQ(result.violations[0].cycle_start, 2U);
  }
  EXPECT_EQ(find_cycles(graph, non_progress, paranoid()).verdict, Verdict::verified);
}

TEST(CycleSearch, ShowsTheShortestOfWhatItKnows) {
  // A long way round first, a short cut second.
  GraphSystem graph(10);
  for (std::uint8_t s = 0; s < 9; ++s) graph.edges[s] = {{static_cast<std::uint8_t>(s + 1)}};
  graph.edges[9] = {{3}};
  graph.edges[0].push_back({8});
  graph.edges[9].insert(graph.edges[9].begin(), {8});
  graph.accepting[9] = true;
  const Result result = find_cycles(graph, acceptance, paranoid());
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(result.violations[0].states, (std::vector<StateBytes>{{0}, {8}, {9}, {8}}));
  EXPECT_EQ(result.violations[0].cycle_start, 1U);
}

TEST(CycleSearch, FairnessWalksOnUntilEveryProcessIsServed) {
  // Three processes, each with a loop of its own at the only state.
  GraphSystem graph(4);
  for (std::uint8_t p = 0; p < 3; ++p) {
    graph.edges[0].push_back({static_cast<std::uint8_t>(p + 1), p});
    graph.edges[p + 1U] = {{0, p}, {0, (p + 1U) % 3}, {0, (p + 2U) % 3}};
  }
  graph.accepting[0] = true;
  const Result result = find_cycles(graph, fair_acceptance, paranoid());
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_LE(result.violations[0].length(), 6U);
  graph.edges[0].push_back({0, 5});
  graph.edges[1].push_back({1, 5});
  graph.edges[2].push_back({2, 5});
  graph.edges[3].push_back({3, 5});
  expect_all_right(graph);
}

TEST(CycleSearch, AProcessThatIsNeverServedMakesACycleUnfair) {
  GraphSystem graph(2);
  graph.edges[0] = {{0, 0}, {1, 1}};
  graph.accepting[0] = true;
  EXPECT_EQ(find_cycles(graph, acceptance, paranoid()).verdict, Verdict::violated);
  EXPECT_EQ(find_cycles(graph, fair_acceptance, paranoid()).verdict, Verdict::verified);
  EXPECT_EQ(find_cycles(graph, non_progress, paranoid()).verdict, Verdict::violated);
  EXPECT_EQ(find_cycles(graph, fair_non_progress, paranoid()).verdict, Verdict::verified);
}

TEST(CycleSearch, StepsThatFailAreReported) {
  GraphSystem graph(3);
  graph.edges[0] = {{1}};
  graph.next = [](const State& state) {
    std::vector<Step> steps = {{{static_cast<std::uint8_t>(state[0] + 1)}, 0, {}, true}};
    if (state[0] == 1) steps = {{{}, 0, {FindingKind::assertion, 3}, false}};
    return steps;
  };
  graph.edges[1] = {{2}};
  const Result result = find_cycles(graph, acceptance, SearchOptions());
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(result.violations[0].finding.site, 3U);
  EXPECT_EQ(result.violations[0].place, ViolationPlace::broken_step);
}

/// A search that something ended early.
class CutCycleSearch : public testing::TestWithParam<CycleAlgorithm> {
 protected:
  /// A long way to an accepting cycle.
  CutCycleSearch() : graph(200) {
    for (std::uint8_t s = 0; s < 199; ++s) graph.edges[s] = {{static_cast<std::uint8_t>(s + 1)}};
    graph.edges[199] = {{150}};
    graph.accepting[199] = true;
  }
  GraphSystem graph;
};

INSTANTIATE_TEST_SUITE_P(Algorithms, CutCycleSearch,
                         testing::Values(CycleAlgorithm::components, CycleAlgorithm::levels, CycleAlgorithm::nested),
                         [](const auto& a) {
                           return a.param == CycleAlgorithm::components ? "Components"
                                  : a.param == CycleAlgorithm::levels   ? "Levels"
                                                                        : "Nested";
                         });

TEST_P(CutCycleSearch, VerifiesNothing) {
  SearchOptions options;
  options.limits.max_states = 100;
  Result result = find_cycles(graph, acceptance, options, GetParam());
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_EQ(result.stopped, StopReason::states);

  options.limits = {};
  options.limits.max_depth = 100;
  result = find_cycles(graph, acceptance, options, GetParam());
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_EQ(result.stopped, StopReason::depth);

  options.limits = {};
  options.limits.time = std::chrono::duration<double>::zero();
  result = find_cycles(graph, acceptance, options, GetParam());
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_EQ(result.stopped, StopReason::time);

  options.limits = {};
  options.limits.memory = 1000;
  result = find_cycles(graph, acceptance, options, GetParam());
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_EQ(result.stopped, StopReason::memory);

  StopFlag interrupt;
  interrupt.raise();
  options.limits = {};
  options.limits.stop = &interrupt;
  result = find_cycles(graph, acceptance, options, GetParam());
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_EQ(result.stopped, StopReason::interrupted);
}

TEST_P(CutCycleSearch, IsCompleteWithinItsLimits) {
  SearchOptions options;
  options.limits.max_depth = 199;
  options.limits.max_states = 200;
  const Result result = find_cycles(graph, acceptance, options, GetParam());
  EXPECT_EQ(result.verdict, Verdict::violated);
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(result.violations[0].cycle_start, 150U);
  EXPECT_EQ(result.violations[0].length(), 200U);
}

TEST(ProcessSets, GiveUpWhereTheBudgetEnds) {
  MemoryBudget budget(1000);
  {
    ProcessSets sets(budget);
    std::uint32_t process = 0;
    for (; process < 256 && !sets.exhausted(); ++process) {
      ProcessSet set;
      set.insert(process);
      const ProcessSets::Number number = sets.number(set);
      if (sets.exhausted()) break;
      EXPECT_EQ(sets.number(set), number);
      EXPECT_EQ(sets.intersection(number, ProcessSets::everything), number);
      EXPECT_EQ(sets.intersection(ProcessSets::nothing, number), ProcessSets::nothing);
      EXPECT_EQ(sets.difference(number, number), ProcessSets::nothing);
    }
    EXPECT_TRUE(sets.exhausted());
    EXPECT_GT(process, 3U);
    EXPECT_GT(budget.used(), 0U);
  }
  EXPECT_EQ(budget.used(), 0U);
}

TEST(JudgeCycle, SaysWhatIsWrong) {
  GraphSystem graph(3);
  graph.edges[0] = {{1, 0}};
  graph.edges[1] = {{0, 0}, {2, 1}};
  graph.edges[0].push_back({2, 1});
  graph.progress[1] = true;
  const std::vector<StateBytes> cycle = {{0}, {1}, {0}}, open = {{0}, {1}}, ended = {{2}}, not_ended = {{0}};
  EXPECT_EQ(judge_cycle(graph, cycle, CycleKind::acceptance, Fairness::none), "no state of the cycle is accepting");
  EXPECT_EQ(judge_cycle(graph, cycle, CycleKind::non_progress, Fairness::none), "the cycle makes progress");
  EXPECT_EQ(judge_cycle(graph, open, CycleKind::acceptance, Fairness::none),
            "the cycle does not come back to where it began");
  EXPECT_EQ(judge_cycle(graph, not_ended, CycleKind::acceptance, Fairness::none),
            "the run does not end where it is said to stay");
  EXPECT_EQ(judge_cycle(graph, ended, CycleKind::non_progress, Fairness::none), "the cycle makes progress");
  graph.accepting[1] = graph.accepting[2] = true;
  EXPECT_EQ(judge_cycle(graph, cycle, CycleKind::acceptance, Fairness::none), "");
  EXPECT_EQ(judge_cycle(graph, ended, CycleKind::acceptance, Fairness::none), "");
  EXPECT_EQ(judge_cycle(graph, cycle, CycleKind::acceptance, Fairness::weak),
            "a process waits forever although it can always move");
}

}  // namespace
}  // namespace quotient
