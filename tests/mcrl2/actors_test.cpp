#include "explore.hpp"

namespace quotient::mcrl2 {
namespace {

/// The labels of the steps from the first state, each with its actor.
std::map<std::string, Actor> first_steps(std::string text) {
  SourceMap sources;
  const FileId file = sources.add("m.mcrl2", std::move(text));
  Diagnostics diagnostics;
  const auto system = load(sources, file, {}, diagnostics);
  EXPECT_NE(system, nullptr);
  std::map<std::string, Actor> found;
  if (system == nullptr) return found;
  const auto generator = system->generator();
  Successors first, steps;
  generator->initial(first);
  EXPECT_EQ(first[0].actor, no_actor);
  generator->successors(first[0].state, steps);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    found.emplace(system->narrator().label(steps[i].label), steps[i].actor);
  }
  return found;
}

const char* const network =
    "act a, b, c, d, e, f; proc P = a.P + b.P; Q = c.Q + d.Q; R = e.R + f.R;\n"
    "init allow({a, d, f, c|e}, comm({b|f -> d}, P || Q || R));";

TEST(Actors, AreComponents) {
  const auto found = first_steps("act a, b; proc P = a.P; Q = b.Q; init P || Q;");
  EXPECT_EQ(found.at("a"), 0U);
  EXPECT_EQ(found.at("b"), 1U);
  EXPECT_EQ(found.at("a|b"), 0U);  // of both: the first
}

// Independence rests on it: every step has an actor that takes part in it, also where several synchronise.
TEST(Actors, OfStepsTogetherTheFirstComponent) {
  const auto found = first_steps(network);
  EXPECT_EQ(found.at("a"), 0U);
  EXPECT_EQ(found.at("f"), 2U);
  EXPECT_EQ(found.at("c|e"), 1U);
  // P and R together, or Q alone: one step, as both lead to the same state.
  EXPECT_TRUE(found.at("d") == 0U || found.at("d") == 1U);
}

TEST(Actors, TerminationIsNobodys) {
  SourceMap sources;
  Diagnostics diagnostics;
  const auto system = load(sources, sources.add("m.mcrl2", "act a; init a;"), {}, diagnostics);
  ASSERT_NE(system, nullptr);
  const auto generator = system->generator();
  Successors first, second, steps;
  generator->initial(first);
  generator->successors(first[0].state, second);
  ASSERT_EQ(second.size(), 1U);
  EXPECT_EQ(second[0].actor, 0U);
  generator->successors(second[0].state, steps);
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].actor, no_actor);
}

}  // namespace
}  // namespace quotient::mcrl2
