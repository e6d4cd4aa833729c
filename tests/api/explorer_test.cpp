#include <deque>
#include <gtest/gtest.h>
#include <numeric>
#include <ranges>
#include <unordered_set>

#include "quotient/quotient.hpp"

namespace quotient::api {
namespace {

static_assert(std::ranges::input_range<Reachable>);

struct Case {
  const char* path;
  std::vector<std::string> defines;
};

class OfLanguages : public testing::TestWithParam<Case> {
 protected:
  Model model() const {
    return Model::load({.path = std::string(QUOTIENT_ROOT) + GetParam().path, .defines = GetParam().defines});
  }
};

/// A walk visits what a search stores, and represents what a search without reduction stores.
TEST_P(OfLanguages, AWalkVisitsWhatASearchStores) {
  const Model m = model();
  Options options{.skip_sequential = "never", .all_violations = true, .threads = 1};
  const Result up_to = m.check(options);
  Reachable orbits = m.explorer(options).reachable();
  std::uint64_t visited = 0, represented = 0;
  for (const Reachable::Visit& visit : orbits) {
    ++visited;
    represented += std::stoull(visit.orbit_size);
  }
  EXPECT_EQ(orbits.incomplete(), "");
  EXPECT_EQ(visited, up_to.states);
  EXPECT_EQ(std::to_string(represented), up_to.represents);

  options.symmetry = "off";
  const Result all = m.check(options);
  Reachable states = m.explorer(options).reachable();
  std::uint64_t deepest = 0, count = 0;
  for (const auto& [state, depth, size] : states) {
    ++count;
    deepest = std::max(deepest, depth);
    EXPECT_EQ(size, "1");
  }
  EXPECT_EQ(count, all.states);
  EXPECT_EQ(deepest, all.max_depth);
}

/// Going from state to state by hand comes to the same states, steps and findings.
TEST_P(OfLanguages, SuccessorsLeadEverywhere) {
  const Model m = model();
  const Options options{.symmetry = "off", .skip_sequential = "never", .all_violations = true, .threads = 1};
  const Explorer explorer = m.explorer(options);
  ASSERT_EQ(explorer.error(), "");
  std::unordered_set<State> seen;
  std::deque<State> waiting;
  std::size_t arrivals = 0, wrong = 0;
  const auto arrive = [&](const Successors& next) {
    EXPECT_EQ(next.incomplete, "");
    wrong += next.findings.size();
    for (const Successor& step : next.steps) {
      wrong += step.finding ? 1 : 0;
      if (!step.state) continue;
      ++arrivals;
      if (seen.insert(step.state).second) waiting.push_back(step.state);
    }
  };
  arrive(explorer.initial());
  while (!waiting.empty()) {
    const State state = waiting.front();
    waiting.pop_front();
    const Successors next = explorer.successors(state);
    std::vector<State> states;
    for (const Successor& step : next.steps) {
      if (step.state) states.push_back(step.state);
    }
    EXPECT_EQ(explorer.next(state), states);
    for (std::size_t i = 0; i < next.steps.size(); ++i) {
      EXPECT_FALSE(next.steps[i].label.empty());
      if (seen.size() > 20) continue;  // some will do
      const Step step = explorer.explain(state, i);
      ASSERT_FALSE(step.events.empty());
      EXPECT_EQ(step.events.front().process, next.steps[i].actor);
    }
    EXPECT_FALSE(explorer.describe(state).empty());
    arrive(next);
  }
  const Result all = m.check(options);
  EXPECT_EQ(seen.size(), all.states);
  EXPECT_EQ(arrivals + (m.language() == "mcrl2" ? -1 : 0), all.transitions);
  EXPECT_EQ(wrong > 0, all.verdict == Verdict::violated);
}

INSTANTIATE_TEST_SUITE_P(Models, OfLanguages,
                         testing::Values(Case{"/examples/peterson.pml", {"N=3"}},
                                         Case{"/examples/philosophers.pml", {"N=3"}}, Case{"/examples/b/Bank.mch", {}},
                                         Case{"/examples/mcrl2/lock_server.mcrl2", {}}));

constexpr const char* counters =
    "byte x, y;\nactive proctype a() { x = 1; x = 2 }\nactive proctype b() { y = 1; assert(x == 0) }\n";

TEST(Explorer, NamesWhoMovesAndWhatIsWrong) {
  const Explorer e = Model::load({.path = "m.pml", .text = counters}).explorer({.steps = "plain"});
  const State start = e.initial().steps.at(0).state;
  const Successors first = e.successors(start);
  ASSERT_EQ(first.steps.size(), 2U);
  std::vector<std::string> actors = {first.steps[0].actor, first.steps[1].actor};
  std::ranges::sort(actors);
  EXPECT_EQ(actors, (std::vector<std::string>{"a(0)", "b(1)"}));
  const std::size_t a = first.steps[0].actor == "a(0)" ? 0 : 1;
  EXPECT_EQ(first.steps[a].label, "x = 1");
  const Step explained = e.explain(start, a);
  ASSERT_EQ(explained.events.at(0).changes.size(), 1U);
  EXPECT_EQ(explained.events[0].changes[0].name + explained.events[0].changes[0].after, "x1");
  const auto by = [&e](const State& state, const std::string& actor) {
    for (const Successor& step : e.successors(state).steps) {
      if (step.actor == actor) return step;
    }
    return Successor();
  };
  const Successor failing = by(by(first.steps[a].state, "b(1)").state, "b(1)");
  ASSERT_TRUE(failing.finding);
  EXPECT_EQ(failing.finding->kind, "assertion");
  EXPECT_EQ(failing.finding->at.line, 3U);
}

TEST(Explorer, StatesOutliveTheirModelAndBelongToTheirExplorer) {
  State kept;
  std::optional<Explorer> copy;
  {
    const Model model = Model::load({.path = "m.pml", .text = counters});
    const Explorer e = model.explorer(), other = model.explorer();
    kept = e.initial().steps.at(0).state;
    copy = e;
    EXPECT_EQ(kept, e.initial().steps.at(0).state);
    EXPECT_NE(kept, other.initial().steps.at(0).state);
    EXPECT_THROW(other.successors(kept), std::logic_error);
    EXPECT_THROW(other.describe(kept), std::logic_error);
    EXPECT_THROW(e.explain(kept, 99), std::logic_error);
  }
  EXPECT_EQ(copy->initial().steps.at(0).state, kept);
  EXPECT_FALSE(copy->describe(kept).empty());
}

TEST(Explorer, LimitsEndAWalk) {
  const Model model = Model::load({.path = QUOTIENT_ROOT "/examples/peterson.pml", .defines = {"N=3"}});
  const auto walk = [&](const Options& options) {
    Reachable states = model.explorer(options).reachable();
    const auto visited = std::ranges::distance(states);
    return std::pair(visited, states.incomplete());
  };
  EXPECT_EQ(walk({.max_states = 10}).first, 10);
  EXPECT_NE(walk({.max_states = 10}).second, "");
  EXPECT_GT(walk({.max_depth = 3}).first, 3);
  EXPECT_NE(walk({.max_depth = 3}).second, "");
  EXPECT_NE(walk({.memory_bytes = 2000}).second, "");
  const Explorer late = model.explorer({.seconds = 1e-9});
  EXPECT_NE(late.error(), "") << "not even symmetry can be found in time";
  EXPECT_EQ(walk({.max_depth = 100'000}).second, "");
}

TEST(Explorer, WhatCannotBeExploredIsAnError) {
  EXPECT_NE(Model::load({.path = "m.pml", .text = "proctype {"}).explorer().error(), "");
  const Model model = Model::load({.path = QUOTIENT_ROOT "/examples/peterson.pml", .defines = {"N=3"}});
  EXPECT_NE(model.explorer({.symmetry = "flooding"}).error(), "");
  EXPECT_NE(model.explorer({.symmetry = "upside-down"}).error(), "");
  EXPECT_THROW(model.explorer({.symmetry = "upside-down"}).reachable(), std::logic_error);
  Reachable lossy = model.explorer({.symmetry = "flattened"}).reachable();
  EXPECT_GT(std::ranges::distance(lossy), 1);
  EXPECT_NE(lossy.incomplete(), "");
}

}  // namespace
}  // namespace quotient::api
