#include "search/search.hpp"

#include <atomic>
#include <gtest/gtest.h>

#include "toy_systems.hpp"

namespace quotient {
namespace {

using toy::Step;
using toy::ToySystem;
using State = ToySystem::State;

constexpr Finding assertion{FindingKind::assertion, 1};
constexpr Finding deadlock{FindingKind::deadlock, 2};

/// Every test here holds for both orders, unless it says otherwise.
class Search : public testing::TestWithParam<SearchOrder> {
 protected:
  SearchOptions options() const {
    SearchOptions o;
    o.order = GetParam();
    o.paranoid = true;
    return o;
  }
  bool breadth_first() const { return GetParam() == SearchOrder::breadth_first; }
};

INSTANTIATE_TEST_SUITE_P(Orders, Search, testing::Values(SearchOrder::breadth_first, SearchOrder::depth_first),
                         [](const auto& order) {
                           return order.param == SearchOrder::breadth_first ? "BreadthFirst" : "DepthFirst";
                         });

TEST_P(Search, CountsAGridExactly) {
  const ToySystem system = toy::grid(4, 7);
  const Result result = explore(system, options());
  EXPECT_EQ(result.verdict, Verdict::verified);
  EXPECT_EQ(result.stopped, StopReason::nothing);
  EXPECT_EQ(result.states, 7U * 7 * 7 * 7);
  EXPECT_EQ(result.transitions, 1U + 4 * 6 * 7 * 7 * 7);
  EXPECT_EQ(result.max_depth, 4U * 6);
  EXPECT_TRUE(result.violations.empty());
  EXPECT_GT(result.memory_bytes, 0U);
  EXPECT_EQ(result.coverage, (std::vector<std::uint8_t>{1, 1, 1, 1}));
}

/// A state that is too much work, be it the last one, leaves the search incomplete.
TEST_P(Search, EndsWhereAStateIsTooMuchWork) {
  for (const std::uint8_t where : std::vector<std::uint8_t>{0, 1, 3}) {
    ToySystem system = toy::grid(3, 4);
    system.too_much = [where](const State& state) { return state == State(3, where); };
    system.wrong = [where](const State& state) {
      return state == State(3, where) ? std::vector{assertion} : std::vector<Finding>{};
    };
    const Result result = explore(system, options());
    EXPECT_EQ(result.verdict, Verdict::incomplete);
    EXPECT_EQ(result.stopped, StopReason::effort);
    EXPECT_EQ(result.too_much, (Finding{FindingKind::runtime, 7}));
    EXPECT_TRUE(result.violations.empty());
  }
}

TEST_P(Search, CountsARing) {
  const Result result = explore(toy::ring(200), options());
  EXPECT_EQ(result.verdict, Verdict::verified);
  EXPECT_EQ(result.states, 200U);
  EXPECT_EQ(result.transitions, 201U);
  EXPECT_EQ(result.max_depth, 199U);
  EXPECT_EQ(result.coverage, (std::vector<std::uint8_t>{1, 0, 0, 0}));
}

TEST_P(Search, CountsStatesOfAllLengths) {
  const Result result = explore(toy::words(12), options());
  EXPECT_EQ(result.states, (1U << 13) - 1);
  EXPECT_EQ(result.transitions, (1U << 13) - 1);
  EXPECT_EQ(result.max_depth, 12U);
}

TEST_P(Search, ExploresASystemWithoutVariables) {
  ToySystem system;
  system.starts = {{{}, 0, {}, true}};
  const Result result = explore(system, options());
  EXPECT_EQ(result.verdict, Verdict::verified);
  EXPECT_EQ(result.states, 1U);
  EXPECT_EQ(result.transitions, 1U);
  EXPECT_EQ(result.max_depth, 0U);
}

TEST_P(Search, CountsEachInitialStateAsAnArrival) {
  ToySystem system = toy::ring(5);
  system.starts = {{{0}, 0, {}, true}, {{3}, 0, {}, true}, {{3}, 0, {}, true}};
  const Result result = explore(system, options());
  EXPECT_EQ(result.states, 5U);
  EXPECT_EQ(result.transitions, 3U + 5);
}

TEST_P(Search, CountsAStepListedTwiceTwice) {
  ToySystem system;
  system.next = [](const State& s) {
    return s[0] == 0 ? std::vector<Step>{{{1}, 0, {}, true}, {{1}, 1, {}, true}} : std::vector<Step>{};
  };
  const Result result = explore(system, options());
  EXPECT_EQ(result.states, 2U);
  EXPECT_EQ(result.transitions, 3U);
}

TEST_P(Search, FindsADeadlock) {
  ToySystem system = toy::grid(2, 4);
  system.wrong = [](const State& s) {
    return s == State{3, 3} ? std::vector<Finding>{deadlock} : std::vector<Finding>{};
  };
  const Result result = explore(system, options());
  EXPECT_EQ(result.verdict, Verdict::violated);
  ASSERT_EQ(result.violations.size(), 1U);
  const Violation& violation = result.violations[0];
  EXPECT_EQ(violation.finding, deadlock);
  EXPECT_EQ(violation.place, ViolationPlace::state);
  EXPECT_EQ(violation.length(), 6U);
  EXPECT_EQ(violation.states.front(), (State{0, 0}));
  EXPECT_EQ(violation.states.back(), (State{3, 3}));
}

/// The grid, and an assertion that fails on each step into the states where `bad` holds.
ToySystem asserting_grid(std::size_t dimensions, std::uint8_t size, std::function<bool(const State&)> bad) {
  ToySystem system = toy::grid(dimensions, size);
  system.next = [plain = system.next, bad = std::move(bad)](const State& state) {
    std::vector<Step> steps = plain(state);
    for (Step& step : steps) {
      if (bad(step.target)) step.finding = assertion;
    }
    return steps;
  };
  return system;
}

TEST_P(Search, FindsAnAssertionOnAStepAndTheStateItLeadsTo) {
  const ToySystem system = asserting_grid(3, 9, [](const State& s) { return s == State{2, 3, 1}; });
  const Result result = explore(system, options());
  EXPECT_EQ(result.verdict, Verdict::violated);
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(result.violations[0].place, ViolationPlace::step);
  EXPECT_EQ(result.violations[0].states.back(), (State{2, 3, 1}));
  if (breadth_first()) {
    EXPECT_EQ(result.violations[0].length(), 6U);
    EXPECT_EQ(result.max_depth, 5U);  // the level from which the step leads was explored, and no other
  }
}

TEST(BreadthFirst, PrefersTheShorterOfAStateAndAStepOfOneLevel) {
  // In the level of {1} and {2} the first has a step that fails, the second is itself wrong: one step shorter.
  ToySystem system;
  system.next = [](const State& s) -> std::vector<Step> {
    if (s[0] == 0) return {{{1}, 0, {}, true}, {{2}, 0, {}, true}};
    if (s[0] == 1) return {{{3}, 0, assertion, true}};
    return {};
  };
  system.wrong = [](const State& s) { return s[0] == 2 ? std::vector<Finding>{deadlock} : std::vector<Finding>{}; };
  const Result result = explore(system, {});
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(result.violations[0].finding, deadlock);
  EXPECT_EQ(result.violations[0].length(), 1U);
}

TEST_P(Search, AStepThatDoesNotCompleteIsNotEntered) {
  ToySystem system = toy::ring(4);
  system.next = [plain = system.next](const State& s) {
    std::vector<Step> steps = plain(s);
    if (s[0] == 2) steps.push_back({{}, 7, {FindingKind::runtime, 5}, false});
    return steps;
  };
  SearchOptions o = options();
  o.all = true;
  const Result result = explore(system, o);
  EXPECT_EQ(result.states, 4U);
  EXPECT_EQ(result.transitions, 5U);
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(result.violations[0].place, ViolationPlace::broken_step);
  EXPECT_EQ(result.violations[0].length(), 3U);
  EXPECT_EQ(result.violations[0].states.back(), (State{2}));
}

TEST_P(Search, AllCountsEveryViolationAndKeepsOneRunForEachSite) {
  ToySystem system = asserting_grid(2, 10, [](const State& s) { return s[0] == 5; });
  system.wrong = [](const State& s) {
    return s[1] == 9 ? std::vector<Finding>{{FindingKind::invariant, s[0] % 2U}} : std::vector<Finding>{};
  };
  SearchOptions o = options();
  o.all = true;
  const Result result = explore(system, o);
  EXPECT_EQ(result.verdict, Verdict::violated);
  EXPECT_TRUE(result.complete());
  EXPECT_EQ(result.states, 100U);
  // Ten steps into x0 = 5 from x0 = 4, nine within it; ten states with x1 = 9.
  EXPECT_EQ(result.violation_count, 10U + 9 + 10);
  ASSERT_EQ(result.violations.size(), 3U);
  for (const Violation& violation : result.violations) {
    if (violation.finding == assertion) {
      EXPECT_EQ(violation.count, 19U);
      if (breadth_first()) {
        EXPECT_EQ(violation.length(), 5U);
      }
    } else {
      EXPECT_EQ(violation.count, 5U);
      if (breadth_first()) {
        EXPECT_EQ(violation.length(), 9U + violation.finding.site);
      }
    }
  }
}

TEST_P(Search, PropertiesThatAreNotAskedForArePassedOver) {
  ToySystem system = asserting_grid(2, 4, [](const State& s) { return s[0] == 1; });
  system.wrong = [](const State& s) {
    return s == State{3, 3} ? std::vector<Finding>{deadlock} : std::vector<Finding>{};
  };
  SearchOptions o = options();
  o.properties = PropertySet::none().add(FindingKind::deadlock);
  const Result result = explore(system, o);
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(result.violations[0].finding, deadlock);
  o.properties = PropertySet::none().add(FindingKind::invariant);
  EXPECT_EQ(explore(system, o).verdict, Verdict::verified);
}

TEST_P(Search, AViolationBeforeTheFirstStateHasNoRun) {
  ToySystem system;
  system.starts = {{{}, 0, {FindingKind::runtime, 3}, false}};
  const Result result = explore(system, options());
  EXPECT_EQ(result.verdict, Verdict::violated);
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_TRUE(result.violations[0].states.empty());
  EXPECT_EQ(result.violations[0].length(), 0U);
}

TEST_P(Search, MaxStatesEndsAnInfiniteSearch) {
  SearchOptions o = options();
  o.limits.max_states = 1000;
  const Result result = explore(toy::words(0), o);
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_EQ(result.stopped, StopReason::states);
  EXPECT_EQ(result.states, 1000U);
}

TEST_P(Search, MaxStatesThatAreJustEnoughAreNoLimit) {
  SearchOptions o = options();
  o.limits.max_states = 256;
  EXPECT_EQ(explore(toy::grid(4, 4), o).verdict, Verdict::verified);
  o.limits.max_states = 255;
  EXPECT_EQ(explore(toy::grid(4, 4), o).verdict, Verdict::incomplete);
}

TEST_P(Search, MaxDepthEndsAnInfiniteSearch) {
  SearchOptions o = options();
  o.limits.max_depth = 6;
  const Result result = explore(toy::words(0), o);
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_EQ(result.stopped, StopReason::depth);
  EXPECT_EQ(result.states, (1U << 7) - 1);
  EXPECT_EQ(result.max_depth, 6U);
}

TEST_P(Search, MaxDepthThatIsJustEnoughIsNoLimit) {
  SearchOptions o = options();
  o.limits.max_depth = 12;
  EXPECT_EQ(explore(toy::words(12), o).verdict, Verdict::verified);
  EXPECT_EQ(explore(toy::ring(13), o).verdict, Verdict::verified);
  o.limits.max_depth = 11;
  EXPECT_EQ(explore(toy::words(12), o).verdict, Verdict::incomplete);
}

TEST_P(Search, StatesAtTheDepthLimitAreStillChecked) {
  ToySystem system = toy::ring(100);
  system.wrong = [](const State& s) { return s[0] == 10 ? std::vector<Finding>{deadlock} : std::vector<Finding>{}; };
  SearchOptions o = options();
  o.limits.max_depth = 10;
  EXPECT_EQ(explore(system, o).verdict, Verdict::violated);
  o.limits.max_depth = 9;
  EXPECT_EQ(explore(system, o).verdict, Verdict::incomplete);
}

TEST_P(Search, MemoryEndsAnInfiniteSearchWithinTheLimit) {
  SearchOptions o = options();
  o.limits.memory = 4 << 20;
  const Result result = explore(toy::words(0), o);
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_EQ(result.stopped, StopReason::memory);
  EXPECT_LE(result.memory_bytes, o.limits.memory);
  EXPECT_GT(result.states, 1000U);
}

TEST_P(Search, TimeEndsAnInfiniteSearch) {
  SearchOptions o = options();
  o.paranoid = false;
  o.limits.time = std::chrono::milliseconds(50);
  o.limits.memory = std::uint64_t{1} << 30;
  const Result result = explore(toy::words(0), o);
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_EQ(result.stopped, StopReason::time);
  EXPECT_GE(result.seconds, 0.05);
  EXPECT_LT(result.seconds, 5);
}

TEST_P(Search, AnInterruptEndsTheSearch) {
  StopFlag interrupt;
  int expanded = 0;
  ToySystem system = toy::words(0);
  system.next = [&, plain = system.next](const State& s) {
    if (++expanded == 500) interrupt.raise();
    return plain(s);
  };
  SearchOptions o = options();
  o.paranoid = false;
  o.limits.stop = &interrupt;
  const Result result = explore(system, o);
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_EQ(result.stopped, StopReason::interrupted);
  EXPECT_EQ(expanded, 500);
}

TEST_P(Search, AViolationFoundBeforeALimitIsStillAViolation) {
  ToySystem system = toy::words(0);
  system.wrong = [](const State& s) { return s.size() == 3 ? std::vector<Finding>{deadlock} : std::vector<Finding>{}; };
  SearchOptions o = options();
  o.all = true;
  o.limits.max_states = 100;
  const Result result = explore(system, o);
  EXPECT_EQ(result.verdict, Verdict::violated);
  EXPECT_EQ(result.stopped, StopReason::states);
  EXPECT_FALSE(result.complete());
}

TEST_P(Search, ReportsProgress) {
  SearchOptions o = options();
  o.paranoid = false;
  StopFlag interrupt;
  o.limits.stop = &interrupt;
  o.limits.memory = std::uint64_t{1} << 30;
  std::uint64_t calls = 0, last = 0;
  o.progress = [&](const Progress& p) {
    EXPECT_GT(p.states, last);
    last = p.states;
    if (++calls == 3) interrupt.raise();
  };
  EXPECT_EQ(explore(toy::words(0), o).stopped, StopReason::interrupted);
  EXPECT_EQ(calls, 3U);
}

TEST(DepthFirst, HasNoDepthLimit) {
  // A path of two million states, one after the other.
  ToySystem system;
  system.starts = {{{0, 0, 0}, 0, {}, true}};
  system.next = [](const State& s) -> std::vector<Step> {
    const std::uint32_t n = s[0] + 256U * s[1] + 65536U * s[2];
    if (n == 2'000'000) return {};
    const std::uint32_t m = n + 1;
    return {{{static_cast<std::uint8_t>(m), static_cast<std::uint8_t>(m >> 8), static_cast<std::uint8_t>(m >> 16)},
             0,
             {},
             true}};
  };
  SearchOptions o;
  o.order = SearchOrder::depth_first;
  const Result result = explore(system, o);
  EXPECT_EQ(result.verdict, Verdict::verified);
  EXPECT_EQ(result.states, 2'000'001U);
  EXPECT_EQ(result.max_depth, 2'000'000U);
}

TEST(DepthFirst, GoesDownBeforeItGoesAside) {
  std::vector<State> order;
  ToySystem system = toy::words(3);
  system.next = [&, plain = system.next](const State& s) {
    order.push_back(s);
    return plain(s);
  };
  SearchOptions o;
  o.order = SearchOrder::depth_first;
  explore(system, o);
  const std::vector<State> expected = {{},  {0},    {0, 0},    {0, 0, 0}, {0, 0, 1}, {0, 1},    {0, 1, 0}, {0, 1, 1},
                                       {1}, {1, 0}, {1, 0, 0}, {1, 0, 1}, {1, 1},    {1, 1, 0}, {1, 1, 1}};
  EXPECT_EQ(order, expected);
}

}  // namespace
}  // namespace quotient
