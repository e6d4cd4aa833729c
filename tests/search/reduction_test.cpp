#include "symmetry/reduce/reduction.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

#include "any_order.hpp"
#include "search/graph.hpp"
#include "search/reduce/orbit_audit.hpp"
#include "search/search.hpp"
#include "search/trace.hpp"
#include "toy_systems.hpp"

namespace quotient {
namespace {

using toy::Step;
using toy::ToySystem;
using State = ToySystem::State;

using toy::AnyOrder;

struct Way {
  SearchOrder order;
  StoreKind store;
  unsigned threads;
};

class Reduced : public testing::TestWithParam<Way> {
 protected:
  SearchOptions options() const {
    SearchOptions o;
    o.order = GetParam().order;
    o.store = GetParam().store;
    o.threads = GetParam().threads;
    o.bitstate_bytes = 1 << 22;
    o.smallest_shared_level = 2;
    o.paranoid = true;
    o.reduction = &reduction;
    return o;
  }
  AnyOrder reduction;
};

constexpr auto bfs = SearchOrder::breadth_first, dfs = SearchOrder::depth_first;
INSTANTIATE_TEST_SUITE_P(Ways, Reduced,
                         testing::Values(Way{bfs, StoreKind::exact, 1}, Way{bfs, StoreKind::exact, 3},
                                         Way{dfs, StoreKind::exact, 1}, Way{bfs, StoreKind::compact, 1},
                                         Way{bfs, StoreKind::compact, 3}, Way{dfs, StoreKind::compact, 1},
                                         Way{bfs, StoreKind::bitstate, 1}, Way{dfs, StoreKind::bitstate, 1}));

/// Multisets of `k` out of `n` kinds.
std::uint64_t multisets(std::uint64_t n, std::uint64_t k) {
  std::uint64_t count = 1;
  for (std::uint64_t i = 1; i <= k; ++i) count = count * (n + i - 1) / i;
  return count;
}

TEST_P(Reduced, StoresOneKeyForEachOrbit) {
  const Result result = explore(toy::grid(2, 9), options());
  EXPECT_EQ(result.states, 45U);
  EXPECT_EQ(result.represents, "81");
  EXPECT_EQ(result.verdict, GetParam().store == StoreKind::exact ? Verdict::verified : Verdict::incomplete);
}

TEST_P(Reduced, CountsOrbitsAndTheStatesInThemOfALargerSystem) {
  const Result result = explore(toy::grid(6, 12), options());
  EXPECT_EQ(result.states, multisets(12, 6));
  EXPECT_EQ(result.represents, std::to_string(12U * 12 * 12 * 12 * 12 * 12));
}

/// Steps of the grid, each of which may also swap the two first counters: so the states met differ from the keys.
ToySystem swapping_grid() {
  ToySystem system = toy::grid(5, 8);
  system.next = [plain = system.next](const State& state) {
    std::vector<Step> steps = plain(state);
    std::reverse(steps.begin(), steps.end());
    for (Step& step : steps) {
      if (step.label % 2 == 0) std::swap(step.target[0], step.target[1]);
    }
    return steps;
  };
  return system;
}

TEST_P(Reduced, ACounterexampleIsARunOfTheModel) {
  ToySystem system = swapping_grid();
  const Finding wrong{FindingKind::invariant, 3};
  system.wrong = [wrong](const State& s) {
    return std::count(s.begin(), s.end(), 5) >= 2 && std::count(s.begin(), s.end(), 2) >= 1 ? std::vector{wrong}
                                                                                            : std::vector<Finding>{};
  };
  const Result result = explore(system, options());
  ASSERT_EQ(result.violations.size(), 1U);
  const Violation& violation = result.violations[0];
  EXPECT_EQ(violation.states.front(), State(5, 0));
  if (GetParam().order == bfs) {
    EXPECT_EQ(violation.length(), 12U);
  }
  const Trace trace = retrace(system, violation);  // ends the program where it is no run
  EXPECT_EQ(trace.choices.size(), violation.states.size());
}

TEST_P(Reduced, WithThreadsTheSameStatesAreExplored) {
  // The violation depends on which state of an orbit is explored.
  ToySystem system = swapping_grid();
  system.wrong = [](const State& s) {
    return s[0] == 3 && s[4] == 6 && s[1] > s[2] ? std::vector{Finding{FindingKind::invariant, s[3]}}
                                                 : std::vector<Finding>{};
  };
  SearchOptions o = options();
  o.all = true;
  o.reduction = nullptr;
  EXPECT_GT(explore(system, o).violation_count, 10U);
  o.reduction = &reduction;
  SearchOptions alone = o;
  alone.threads = 1;
  const Result expected = explore(system, alone), result = explore(system, o);
  EXPECT_EQ(result.violation_count, expected.violation_count);
  ASSERT_EQ(result.violations.size(), expected.violations.size());
  for (std::size_t i = 0; i < result.violations.size(); ++i) {
    EXPECT_EQ(result.violations[i].states, expected.violations[i].states);
  }
}

TEST(Reduction, ThatIsNotExactProvesNothing) {
  const AnyOrder careless(false);
  SearchOptions options;
  options.reduction = &careless;
  const Result result = explore(toy::grid(2, 4), options);
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_EQ(result.stopped, StopReason::nothing);
  EXPECT_FALSE(result.reduction_exact);
  EXPECT_TRUE(result.exact);
  const AnyOrder careful(true);
  options.reduction = &careful;
  EXPECT_EQ(explore(toy::grid(2, 4), options).verdict, Verdict::verified);
}

/// Merges states with the same sum: with three counters, 2 + 0 + 0 and 1 + 1 + 0.
class BySum : public AnyOrder {
 public:
  BySum() : AnyOrder(false) {}

  class SummingKeyFunction : public KeyFunction {
   public:
    Key key(StateView state) override {
      sum_.assign(1, 0);
      for (const std::uint8_t c : state) sum_[0] = static_cast<std::uint8_t>(sum_[0] + c);
      return {sum_};
    }
    void count(std::uint32_t) override {}

   private:
    std::vector<std::uint8_t> sum_;
  };

  std::unique_ptr<KeyFunction> key_function() const override { return std::make_unique<SummingKeyFunction>(); }
};

/// Enters all orders of a state as seen.
class AllOrders : public AnyOrder {
 public:
  class FloodingKeyFunction : public KeyFunction {
   public:
    Key key(StateView state) override { return {state}; }
    void count(std::uint32_t) override { ++states; }
    bool flood(StateView state, const Enter& enter) override {
      std::vector<std::uint8_t> order(state.begin(), state.end());
      std::sort(order.begin(), order.end());
      do {
        const Entered entered = enter(order);
        if (entered == Entered::refused) return false;
        if (entered == Entered::fresh) ++states;
      } while (std::next_permutation(order.begin(), order.end()));
      return true;
    }
    std::optional<BigNumber> represented() const override { return states; }
    std::uint64_t states = 0;
  };

  std::unique_ptr<KeyFunction> key_function() const override { return std::make_unique<FloodingKeyFunction>(); }
  bool floods() const override { return true; }
};

TEST(Reduction, FloodsTheStoreWithWhatNeedNotBeExplored) {
  const AllOrders flooding;
  const AnyOrder sorting;
  for (const SearchOrder order : {SearchOrder::breadth_first, SearchOrder::depth_first}) {
    for (const StoreKind store : {StoreKind::exact, StoreKind::compact}) {
      SearchOptions options;
      options.order = order;
      options.store = store;
      options.threads = 2;
      options.smallest_shared_level = 1;
      options.paranoid = true;
      options.reduction = &sorting;
      const Result sorted = explore(toy::grid(3, 5), options);
      options.reduction = &flooding;
      const Result flooded = explore(toy::grid(3, 5), options);
      EXPECT_EQ(flooded.states, sorted.states);
      EXPECT_EQ(flooded.transitions, sorted.transitions);
      EXPECT_EQ(flooded.represents, sorted.represents);
      EXPECT_EQ(flooded.verdict, sorted.verdict);
    }
  }
}

/// States count only where they are explored; memory counts in any case.
TEST(Reduction, FloodsWithinLimits) {
  const AllOrders flooding;
  SearchOptions options;
  options.reduction = &flooding;
  options.limits.max_states = 7;
  const Result few = explore(toy::grid(3, 5), options);
  EXPECT_EQ(few.states, 7U);
  EXPECT_EQ(few.stopped, StopReason::states);
}

TEST(OrbitAudit, CountsWhatIsLostAndShowsSome) {
  const BySum careless;
  const AnyOrder careful;
  SearchOptions options;
  options.reduction = &careless;
  const OrbitAudit audit = audit_orbits(toy::grid(3, 3), options, careful, 2);
  // Three counters up to 2: ten orbits (multisets), seven sums.
  EXPECT_TRUE(audit.complete());
  EXPECT_EQ(audit.audited.states, 7U);
  EXPECT_EQ(audit.orbits, 10U);
  EXPECT_EQ(audit.met, 7U);
  EXPECT_EQ(audit.lost(), 3U);
  EXPECT_EQ(audit.merged, 3U);
  EXPECT_EQ(audit.repeated, 0U);
  ASSERT_EQ(audit.examples.size(), 2U);
  for (const LostOrbit& lost : audit.examples) {
    ASSERT_TRUE(lost.taken_for);
    const auto sum = [](const StateBytes& state) { return std::accumulate(state.begin(), state.end(), 0); };
    EXPECT_EQ(sum(lost.state), sum(*lost.taken_for));
  }
  options.reduction = &careful;
  EXPECT_EQ(audit_orbits(toy::grid(3, 3), options, careful).lost(), 0U);
}

TEST(ReducedGraph, HasTheStatesThatASearchExploresAndNoStepIsLost) {
  const ToySystem system = toy::grid(3, 4);
  const AnyOrder reduction;
  const StateGraph graph(system, {}, &reduction);
  ASSERT_EQ(graph.stopped(), StopReason::nothing);
  EXPECT_EQ(graph.state_count(), 20U);  // multisets of 3 of 4 values
  std::size_t steps = 0;
  const auto key_function = reduction.key_function();
  const auto key = [&key_function](StateView state) {
    const StateView bytes = key_function->key(state).bytes;
    return State(bytes.begin(), bytes.end());
  };
  for (std::uint32_t i = 0; i < graph.state_count(); ++i) {
    const State state(graph.state(i).begin(), graph.state(i).end());
    std::vector<State> expected, found;
    for (const Step& step : system.next(state)) expected.push_back(key(step.target));
    for (const StateGraph::Edge& e : graph.edges()) {
      if (e.source == i) found.push_back(key(graph.state(e.target)));
    }
    EXPECT_EQ(found, expected);
    steps += found.size();
  }
  EXPECT_EQ(steps, graph.edges().size());
}

}  // namespace
}  // namespace quotient
