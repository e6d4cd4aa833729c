// Traces of ProB's: written from runs of machines, and followed again; values in the spelling of others.

#include "driver/prob_run.hpp"

#include <gtest/gtest.h>
#include <random>
#include <string>

#include "driver/model.hpp"
#include "report/prob_trace.hpp"
#include "search/run.hpp"

namespace quotient::driver {
namespace {

TEST(ProbRun, ValuesAreTheSameInAnySpelling) {
  const std::pair<const char*, const char*> same[] = {
      {"{}", "∅"},
      {"{a,b}", "{ b, a }"},
      {"{(a|->b),(c|->d)}", "{c|->d, a↦b}"},
      {"[x,y]", "{(2|->y),(1|->x)}"},
      {"(a,b,c)", "a|->b|->c"},
      {"((a|->b)|->c)", "(a|->b|->c)"},
      {"rec(u:1,v:{a})", "rec(v: {a}, u: 1)"},
      {"\"a b\"", "\"a b\""},
      {"{{a},{}}", "{∅,{a}}"},
  };
  for (const auto& [a, b] : same) EXPECT_EQ(normal_value(a), normal_value(b)) << a;
  EXPECT_NE(normal_value("(a|->(b|->c))"), normal_value("a|->b|->c"));
  EXPECT_NE(normal_value("\"a b\""), normal_value("\"ab\""));
  EXPECT_NE(normal_value("{a}"), normal_value("a"));
  // What is no value is still some text.
  for (const char* broken : {"{", "(", "]", "rec(", "\"", "{a", "|->", ",", "rec(a", "((((((((", ")"}) {
    EXPECT_FALSE(normal_value(broken).empty()) << broken;
  }
}

ToldRun random_run(const System& system, unsigned seed, int steps) {
  std::mt19937 random(seed);
  Run run(system);
  ToldRun told;
  for (int i = 0; i < steps && run.choice_count() > 0; ++i) {
    const std::size_t choice = random() % run.choice_count();
    if (!run.choice(choice).completed) break;
    const StateBytes from(run.state().begin(), run.state().end());
    told.steps.push_back(
        tell(system, run.started() ? &from : nullptr, run.choice(choice), run.parallel_before(choice)));
    run.take(choice);
  }
  return told;
}

/// A run that is written and read is the same run, state by state.
TEST(ProbRun, WhatIsWrittenIsFollowed) {
  for (const char* name : {"Bank", "Library", "Lift", "Lock", "Philosophers", "Queue", "Scheduler", "Towns"}) {
    ModelSettings settings;
    settings.path = std::string(QUOTIENT_ROOT) + "/examples/b/" + name + ".mch";
    const Model model = load_model(settings);
    ASSERT_TRUE(model) << name;
    for (unsigned seed = 0; seed < 5; ++seed) {
      ToldViolation violation;
      violation.run = random_run(model.system(), seed, 12);
      std::string error;
      const auto transitions = read_prob_trace(prob_trace_text(violation, name), "trace", error);
      ASSERT_TRUE(transitions.has_value()) << error;
      const auto followed = follow_prob_trace(model.system(), *transitions, error);
      ASSERT_TRUE(followed.has_value()) << name << ": " << error;
      ASSERT_EQ(followed->steps.size(), violation.run.steps.size()) << name;
      for (std::size_t i = 0; i < followed->steps.size(); ++i)
        EXPECT_EQ(followed->steps[i].state, violation.run.steps[i].state) << name << " " << i;
    }
  }
}

TEST(ProbRun, WhatIsNoTraceIsRefused) {
  const char* const texts[] = {
      "", "{}", "[]", R"({"transitionList": 3})", R"({"transitionList": [3]})", R"({"transitionList": [{}]})",
      R"({"transitionList": [{"name": "a", "params": 3}]})", R"({"transitionList": [{"name": "a", "destState": {"x": 1}}]})"};
  for (const char* text : texts) {
    std::string error;
    EXPECT_FALSE(read_prob_trace(text, "trace", error).has_value()) << text;
    EXPECT_FALSE(error.empty()) << text;
  }
}

TEST(ProbRun, AStepThatDoesNotFitIsNamed) {
  ModelSettings settings;
  settings.path = std::string(QUOTIENT_ROOT) + "/examples/b/Lock.mch";
  const Model model = load_model(settings);
  ASSERT_TRUE(model);
  std::string error;
  // Without values anything fits; with others nothing does.
  EXPECT_TRUE(follow_prob_trace(model.system(), std::vector<ProbTransition>{{prob_initialisation, {}, {}, {}}}, error));
  const std::vector<ProbTransition> other = {{prob_initialisation, {}, {}, {{"writers", "{Process1}"}}}};
  EXPECT_FALSE(follow_prob_trace(model.system(), other, error));
  EXPECT_EQ(error, "transition 1: no step of the model fits '$initialise_machine'");
}

}  // namespace
}  // namespace quotient::driver
