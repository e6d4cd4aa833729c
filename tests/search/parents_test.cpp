#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <vector>

#include "any_order.hpp"
#include "same_result.hpp"
#include "search/search.hpp"
#include "search/store/key_hash.hpp"
#include "toy_systems.hpp"

namespace quotient {
namespace {

using toy::Step;
using toy::ToySystem;
using State = ToySystem::State;

/// States with many parents and several steps from one; wrong where some counters agree.
ToySystem tangle() { return toy::with_wrong_states(9); }

/// The shortest run to each state, where of several parents the one with the least hash counts, and of several wrong
/// states of one level the one with the least hash: computed without a search of ours.
struct Expected {
  explicit Expected(const ToySystem& system) {
    std::vector<State> level;
    for (const Step& start : system.starts) {
      if (parents.try_emplace(start.target, start.target).second) level.push_back(start.target);
    }
    while (!level.empty()) {
      std::map<State, State> found;
      for (const State& state : level) {
        for (const Finding finding : system.wrong(state)) note(finding, state);
        for (const Step& step : system.next(state)) {
          if (parents.contains(step.target)) continue;
          const auto [at, fresh] = found.try_emplace(step.target, state);
          if (!fresh && key_hash(state) < key_hash(at->second)) at->second = state;
        }
      }
      ++depth;
      level.clear();
      for (const auto& [state, parent] : found) level.push_back(state);
      parents.insert(found.begin(), found.end());
    }
  }
  void note(Finding finding, const State& state) {
    const auto [at, fresh] = first.try_emplace(finding.site, state);
    const bool same_level = depths.try_emplace(finding.site, depth).first->second == depth;
    if (!fresh && same_level && key_hash(state) < key_hash(at->second)) at->second = state;
  }
  std::vector<State> run_to(State state) const {
    std::vector<State> run = {state};
    for (State parent = parents.at(state); parent != state; parent = parents.at(state)) {
      run.push_back(parent);
      state = parent;
    }
    std::reverse(run.begin(), run.end());
    return run;
  }

  std::map<State, State> parents;
  std::map<std::uint32_t, State> first;  // by site
  std::map<std::uint32_t, std::uint64_t> depths;
  std::uint64_t depth = 0;
};

/// Which run is shown is a function of the model alone: of the hashes of its states.
TEST(Parents, AreTheLeastByTheirHash) {
  const ToySystem system = tangle();
  const Expected expected(system);
  ASSERT_GE(expected.first.size(), 2U);
  for (const StoreKind store : {StoreKind::exact, StoreKind::compact}) {
    for (const unsigned threads : {1U, 2U, 5U}) {
      for (const unsigned bits : threads == 2 ? std::vector{31U, 4U, 0U} : std::vector{31U}) {
        SearchOptions options;
        options.all = true;
        options.store = store;
        options.threads = threads;
        options.smallest_shared_level = 4;
        options.order_bits = bits;
        const Result result = explore(system, options);
        ASSERT_EQ(result.violations.size(), expected.first.size());
        for (const Violation& violation : result.violations) {
          EXPECT_EQ(violation.states, expected.run_to(expected.first.at(violation.finding.site)))
              << threads << ' ' << bits;
        }
        EXPECT_EQ(result.states, expected.parents.size());
      }
    }
  }
}

/// A large search takes any parent, and is repeated where that shows.
TEST(Parents, ArePutInOrderAfterwardsWhereSearchesAreLarge) {
  const ToySystem system = tangle();
  const Expected expected(system);
  for (const std::uint64_t ordered : {0U, 200U}) {
    for (const unsigned threads : {1U, 3U}) {
      SearchOptions options;
      options.all = true;
      options.threads = threads;
      options.smallest_shared_level = 4;
      options.ordered_states = ordered;
      const Result result = explore(system, options);
      EXPECT_EQ(result.states, expected.parents.size());
      ASSERT_EQ(result.violations.size(), expected.first.size());
      for (const Violation& violation : result.violations) {
        EXPECT_EQ(violation.states, expected.run_to(expected.first.at(violation.finding.site)));
      }
    }
  }
}

/// Up to symmetry the parent decides which state of an orbit is explored, and so everything that follows.
TEST(Parents, DecideWhichStatesAreExploredUpToSymmetry) {
  const ToySystem system = tangle();
  const toy::AnyOrder reduction;
  for (const StoreKind store : {StoreKind::exact, StoreKind::compact}) {
    SearchOptions options;
    options.all = true;
    options.store = store;
    options.reduction = &reduction;
    const Result expected = explore(system, options);
    ASSERT_GE(expected.violations.size(), 2U);
    for (const unsigned threads : {1U, 2U, 5U}) {
      for (const unsigned bits : {31U, 5U, 0U}) {
        options.threads = threads;
        options.smallest_shared_level = 4;
        options.order_bits = bits;
        const Result result = explore(system, options);
        EXPECT_EQ(result.states, expected.states);
        EXPECT_EQ(result.transitions, expected.transitions);
        EXPECT_EQ(result.violation_count, expected.violation_count);
        ASSERT_EQ(result.violations.size(), expected.violations.size());
        for (std::size_t i = 0; i < expected.violations.size(); ++i) {
          EXPECT_EQ(result.violations[i].states, expected.violations[i].states) << threads << ' ' << bits;
          EXPECT_EQ(result.violations[i].count, expected.violations[i].count);
        }
      }
    }
  }
}

/// Counters that are alike in every way, and two things wrong with them: one site for the first counter, one for all
/// others, so that the states of an orbit are wrong at different sites.
ToySystem alike(std::uint8_t wrong_at) {
  ToySystem system = toy::grid(5, 6);
  system.wrong = [wrong_at](const State& state) {
    std::vector<Finding> findings;
    for (std::uint32_t i = 0; i < state.size(); ++i) {
      if (state[i] == wrong_at) findings.push_back({FindingKind::assertion, i == 0 ? 1U : 2U});
    }
    const int sum = std::accumulate(state.begin(), state.end(), 0);
    return sum == 11 ? findings : std::vector<Finding>();
  };
  return system;
}

/// Where keys and orbits are the same, a large search explores any state of an orbit, and is repeated where that shows:
/// in the run, in what is wrong at its end, and in how often.
TEST(Parents, DoNotDecideWhatIsFoundWhereThereIsOneKeyForEachOrbit) {
  const toy::AnyOrder reduction;
  for (const std::uint8_t wrong_at : {std::uint8_t{5}, std::uint8_t{9}}) {  // 9: never
    const ToySystem system = alike(wrong_at);
    SearchOptions options;
    options.reduction = &reduction;
    options.smallest_shared_level = 4;
    const Result expected = explore(system, options);
    EXPECT_EQ(expected.violations.empty(), wrong_at == 9);
    for (const std::uint64_t ordered : {0U, 20U}) {
      for (const unsigned threads : {1U, 2U, 5U}) {
        options.ordered_states = ordered;
        options.threads = threads;
        const Result result = explore(system, options);
        SCOPED_TRACE(threads);
        expect_same(expected, result, false);
      }
    }
  }
}

/// The states that a limit lets in are the same ones, whoever explores the levels before.
TEST(Parents, NorDoesALimitOfStatesDependOnThreads) {
  const ToySystem system = tangle();
  for (const std::uint64_t most : {100U, 1000U, 2500U}) {
    SearchOptions options;
    options.all = true;
    options.limits.max_states = most;
    options.smallest_shared_level = 4;
    const Result alone = explore(system, options);
    EXPECT_EQ(alone.stopped, StopReason::states);
    for (const unsigned threads : {2U, 3U, 5U}) {
      options.threads = threads;
      const Result result = explore(system, options);
      EXPECT_EQ(result.states, alone.states);
      EXPECT_EQ(result.transitions, alone.transitions);
      EXPECT_EQ(result.violation_count, alone.violation_count);
    }
  }
}

}  // namespace
}  // namespace quotient
