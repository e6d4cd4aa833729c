#include "search/trace.hpp"

#include <gtest/gtest.h>

#include "search/run.hpp"
#include "search/search.hpp"
#include "toy_systems.hpp"

namespace quotient {
namespace {

using toy::Step;
using toy::ToySystem;
using State = ToySystem::State;

constexpr Finding failed_assertion{FindingKind::assertion, 1};
constexpr Finding broken{FindingKind::runtime, 2};
constexpr Finding stuck{FindingKind::deadlock, 3};

/// 0 → 1 → 2 with an assertion on the second of two steps from 1 to 2, an error in 2, and 3 a deadlock.
ToySystem faulty() {
  ToySystem system;
  system.next = [](const State& s) -> std::vector<Step> {
    if (s[0] == 0) return {{{0}, 0, {}, true}, {{1}, 1, {}, true}};
    if (s[0] == 1) return {{{2}, 2, {}, true}, {{2}, 3, failed_assertion, true}, {{3}, 4, {}, true}};
    if (s[0] == 2) return {{{}, 5, broken, false}};
    return {};
  };
  system.wrong = [](const State& s) { return s[0] == 3 ? std::vector<Finding>{stuck} : std::vector<Finding>{}; };
  return system;
}

Violation violation_of(const ToySystem& system, FindingKind kind) {
  SearchOptions options;
  options.properties = PropertySet::none().add(kind);
  const Result result = explore(system, options);
  EXPECT_EQ(result.violations.size(), 1U);
  return result.violations.at(0);
}

TEST(Trace, ChoosesTheStepThatFailsNotOneThatLeadsToTheSameState) {
  const ToySystem system = faulty();
  const Trace trace = retrace(system, violation_of(system, FindingKind::assertion));
  EXPECT_EQ(trace.choices, (std::vector<std::uint32_t>{0, 1, 1}));
  std::string error;
  const auto told = replay(system, trace, error);
  ASSERT_TRUE(told) << error;
  ASSERT_EQ(told->steps.size(), 3U);
  EXPECT_TRUE(told->steps[0].events.empty());
  EXPECT_EQ(told->steps[0].state, State{0});
  EXPECT_EQ(told->steps[2].events.at(0).statement, "step 3");
  EXPECT_EQ(told->steps[2].events.at(0).changes.at(0).after, "2");
}

TEST(Trace, EndsWithAStepThatDoesNotComplete) {
  const ToySystem system = faulty();
  const Trace trace = retrace(system, violation_of(system, FindingKind::runtime));
  EXPECT_EQ(trace.choices, (std::vector<std::uint32_t>{0, 1, 0, 0}));
  std::string error;
  const auto told = replay(system, trace, error);
  ASSERT_TRUE(told) << error;
  EXPECT_FALSE(told->steps[3].completed);
  EXPECT_EQ(told->steps[3].events.at(0).statement, "step 5");
}

TEST(Trace, EndsInAStateThatIsWrong) {
  const ToySystem system = faulty();
  const Trace trace = retrace(system, violation_of(system, FindingKind::deadlock));
  EXPECT_EQ(trace.choices, (std::vector<std::uint32_t>{0, 1, 2}));
  std::string error;
  EXPECT_TRUE(replay(system, trace, error)) << error;
}

TEST(Trace, TellsWhyAnotherModelCannotFollow) {
  const ToySystem system = faulty();
  const Trace good = retrace(system, violation_of(system, FindingKind::deadlock));
  std::string error;

  Trace trace = good;
  trace.choices[1] = 2;
  EXPECT_FALSE(replay(system, trace, error));
  EXPECT_NE(error.find("step 1 of the trace is choice 2 of 2"), std::string::npos) << error;

  trace = good;
  trace.choices.back() = 0;
  EXPECT_FALSE(replay(system, trace, error));
  EXPECT_NE(error.find("does not end as the trace says"), std::string::npos) << error;

  trace = good;
  trace.choices = {0, 1, 0, 0, 0};
  EXPECT_FALSE(replay(system, trace, error));
  EXPECT_NE(error.find("but the trace goes on"), std::string::npos) << error;

  trace = good;
  trace.finding.site = 99;
  EXPECT_FALSE(replay(system, trace, error));

  trace = good;
  trace.digest ^= 1;
  EXPECT_FALSE(replay(system, trace, error));
}

/// What a trace said about its end was believed in part: a cycle was told as whatever the trace had as its kind and
/// site (an index into a table of the model), and a step that breaks off as one that leads somewhere.
TEST(Trace, WhatIsFoundAtItsEndIsCheckedToo) {
  const ToySystem system = faulty();
  std::string error;
  const Trace in_state = retrace(system, violation_of(system, FindingKind::deadlock));
  const Trace in_step = retrace(system, violation_of(system, FindingKind::assertion));
  const Trace at_error = retrace(system, violation_of(system, FindingKind::runtime));
  for (const Trace& good : {in_state, in_step, at_error}) {
    ASSERT_TRUE(replay(system, good, error)) << error;
    for (const ViolationPlace place :
         {ViolationPlace::state, ViolationPlace::step, ViolationPlace::broken_step, ViolationPlace::cycle}) {
      Trace trace = good;
      trace.place = place;
      EXPECT_EQ(replay(system, trace, error).has_value(), place == good.place);
    }
    Trace trace = good;
    trace.choices.clear();
    EXPECT_FALSE(replay(system, trace, error));
    trace = good;
    trace.finding = {};
    EXPECT_FALSE(replay(system, trace, error));
  }
}

TEST(TraceDeathTest, ACounterexampleThatIsNoRunEndsTheProgram) {
  const ToySystem system = faulty();
  Violation violation = violation_of(system, FindingKind::deadlock);
  violation.states[1] = {2};
  EXPECT_EXIT(retrace(system, violation), testing::ExitedWithCode(4), "a step that the model does not have");
  violation = violation_of(system, FindingKind::deadlock);
  violation.finding.site = 77;
  EXPECT_EXIT(retrace(system, violation), testing::ExitedWithCode(4), "where nothing is wrong");
}

TEST(Run, OffersTheInitialStatesFirst) {
  ToySystem system = toy::ring(5);
  system.starts = {{{1}, 0, {}, true}, {{3}, 0, {}, true}};
  quotient::Run run(system);
  EXPECT_FALSE(run.started());
  ASSERT_EQ(run.choice_count(), 2U);
  EXPECT_TRUE(run.take(1));
  EXPECT_TRUE(run.started());
  EXPECT_EQ(run.state()[0], 3);
  EXPECT_TRUE(run.take(0));
  EXPECT_EQ(run.state()[0], 4);
}

TEST(Run, StaysWhereAStepDoesNotComplete) {
  const ToySystem system = faulty();
  quotient::Run run(system);
  run.take(0);
  run.take(1);
  run.take(0);
  EXPECT_FALSE(run.take(0));
  EXPECT_EQ(run.state()[0], 2);
  EXPECT_EQ(run.choice_count(), 1U);
}

}  // namespace
}  // namespace quotient
