#include <gtest/gtest.h>
#include <type_traits>

#include "../search/toy_systems.hpp"
#include "model/system.hpp"
#include "search/search.hpp"

namespace quotient {
namespace {

/// A system that has something to say to every question.
struct Talkative : toy::ToySystem {
  std::unique_ptr<StepGenerator> cycle_generator() const override { return generator(); }
  std::vector<std::uint8_t> lasting(StateView) const override { return {4, 2}; }
  std::optional<std::vector<std::uint8_t>> recall(std::span<const std::uint8_t> bytes) const override {
    return std::vector<std::uint8_t>(bytes.rbegin(), bytes.rend());
  }
  std::optional<Shortcoming> shortcoming() const override { return Shortcoming{{"left out", {}}, 3, true}; }
  Assumptions assumptions() const override { return {{{"PERSON", 2, "assumed", 3}}, AssumedIntegers{-1, 3}}; }
  std::unique_ptr<Independence> independence() const override {
    struct Nobody final : Independence {
      std::size_t actor_count() const override { return 7; }
      std::size_t place_count() const override { return 0; }
      std::unique_ptr<Locator> locator() const override { return nullptr; }
      std::unique_ptr<StepGenerator> with_actors(std::unique_ptr<StepGenerator> own) const override { return own; }
      std::vector<std::uint64_t> interfering(Position) const override { return {}; }
    };
    return std::make_unique<Nobody>();
  }
  std::vector<TraceEvent> explain_parallel(StateView, StateView, std::size_t which) const override {
    return std::vector<TraceEvent>(which);
  }
  std::vector<TraceEvent> explain_initial(StateView) const override { return std::vector<TraceEvent>(5); }
  std::string beginning(StateView, StateView) const override { return "in the beginning"; }
  std::vector<TraceEvent> standing(StateView) const override { return std::vector<TraceEvent>(6); }
  std::vector<Proposition> propositions(StateView state, StateView after) const override {
    return std::vector<Proposition>(10 * state.size() + after.size());
  }
  bool names_place(std::size_t place) const override { return place == 8; }
};

/// A wrapper that has steps of its own to say.
struct Wrapper : SystemDecorator {
  using SystemDecorator::SystemDecorator;
  std::unique_ptr<StepGenerator> generator() const override { return inner().generator(); }
  std::unique_ptr<StepGenerator> cycle_generator() const override { return nullptr; }
  std::unique_ptr<StepGenerator> label_generator() const override { return nullptr; }
  std::unique_ptr<Independence> independence() const override { return inner().independence(); }
};

// The one that passes through sequential states had lost two questions, and nobody noticed: a wrapper that says less
// than what it wraps still compiles where questions have answers of their own. The steps it must answer for itself: one
// that changes some of the generators and hands on the others mixes two systems, as a game with a formula did.
TEST(SystemDecorator, HandsOnEveryQuestionButThoseAboutSteps) {
  static_assert(std::is_abstract_v<SystemDecorator> && std::is_abstract_v<StepGenerator>);
  const Talkative inner;
  const Wrapper outer(inner);
  EXPECT_NE(inner.label_generator(), nullptr) << "for a language, that for cycles will do";
  EXPECT_EQ(&outer.narrator(), &inner.narrator());
  EXPECT_EQ(outer.lasting({}), (std::vector<std::uint8_t>{4, 2}));
  EXPECT_EQ(outer.recall(std::vector<std::uint8_t>{4, 2}), (std::vector<std::uint8_t>{2, 4}));
  ASSERT_TRUE(outer.shortcoming());
  EXPECT_EQ(outer.shortcoming()->first.message, "left out");
  EXPECT_EQ(outer.assumptions().sizes.at(0).set, "PERSON");
  EXPECT_EQ(outer.assumptions().integers->most, 3);
  EXPECT_EQ(outer.independence()->actor_count(), 7U);
}

TEST(NarratorDecorator, HandsOnEveryQuestion) {
  const Talkative inner;
  const NarratorDecorator outer(inner);
  const std::vector<std::uint8_t> state = {1, 2};
  EXPECT_EQ(outer.explain_parallel(state, state, 4).size(), 4U);
  EXPECT_EQ(outer.explain_initial(state).size(), 5U);
  EXPECT_EQ(outer.beginning(state, state), "in the beginning");
  EXPECT_EQ(outer.describe(state).size(), 2U);
  EXPECT_EQ(outer.describe(Finding{FindingKind::invariant, 3}).message, "finding 3");
  EXPECT_EQ(outer.standing(state).size(), 6U);
  EXPECT_EQ(outer.label({9}), "step 9");
  EXPECT_EQ(outer.unreached(std::vector<std::uint8_t>{0}).size(), 1U);
  EXPECT_EQ(outer.propositions(state, {}).size(), 20U);
  EXPECT_EQ(outer.propositions(state, state).size(), 22U);
  EXPECT_TRUE(outer.names_place(8));
  EXPECT_FALSE(outer.names_place(7));
}

/// One that finds nothing wrong, but has left something out.
TEST(Explore, DoesNotSayVerifiedWhereTheSystemLeftSomethingOut) {
  const Talkative system;
  const Result result = explore(system, {});
  EXPECT_TRUE(result.complete());
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_TRUE(result.shortcoming.has_value());
  EXPECT_EQ(result.assumptions.sizes.size(), 1U) << "for what it holds";
  EXPECT_EQ(explore(toy::ToySystem(), {}).verdict, Verdict::verified);
}

}  // namespace
}  // namespace quotient
