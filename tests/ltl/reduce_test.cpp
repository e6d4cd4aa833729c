#include "ltl/reduce.hpp"

#include <gtest/gtest.h>
#include <numeric>

#include "ltl/degeneralise.hpp"
#include "ltl/simulation.hpp"
#include "runs.hpp"

/// Every reduction by itself, on random automata, which are less well-behaved than those of formulas.
namespace quotient::ltl {
namespace {

using namespace testing;

constexpr std::size_t two_propositions = 2;

GeneralisedAutomaton random_automaton(Random& random, std::uint32_t conditions) {
  GeneralisedAutomaton automaton;
  automaton.condition_count = conditions;
  automaton.states.resize(1 + below(random, 7));
  automaton.initial.value = static_cast<std::uint32_t>(below(random, automaton.states.size()));
  for (auto& out : automaton.states) {
    const std::size_t count = below(random, 5);
    for (std::size_t i = 0; i < count; ++i) {
      const Letter chosen = random() & 3, values = random() & 3;
      out.push_back({{chosen & values, chosen & ~values},
                     {static_cast<std::uint32_t>(below(random, automaton.states.size()))},
                     random() & automaton.all_marks()});
    }
  }
  return automaton;
}

void put_on_states(GeneralisedAutomaton& automaton, Random& random) {
  automaton.condition_count = 1;
  for (auto& out : automaton.states) {
    const Marks marks = random() & 1;
    for (auto& transition : out) transition.marks = marks;
  }
}

bool is_on_states(const GeneralisedAutomaton& automaton) {
  return std::all_of(automaton.states.begin(), automaton.states.end(), [](const auto& out) {
    return std::all_of(out.begin(), out.end(), [&](const auto& t) { return t.marks == out[0].marks; });
  });
}

void expect_same_words(const GeneralisedAutomaton& before, const GeneralisedAutomaton& after, Random& random) {
  const AnyAutomaton a = any(before), b = any(after);
  for (int i = 0; i < 24; ++i) {
    std::optional<Lasso> word;
    if (i % 3 == 1) word = random_accepted(a, random, two_propositions);
    if (i % 3 == 2) word = random_accepted(b, random, two_propositions);
    if (!word) word = random_lasso(random, two_propositions);
    ASSERT_EQ(accepts(a, *word), accepts(b, *word)) << text(*word);
  }
}

/// Applies `step` to many automata; on transitions if `conditions` is not 0, else on states.
template <typename Step>
void keeps_words(std::uint64_t seed, std::uint32_t conditions, Step step) {
  Random random(seed);
  for (int i = 0; i < 1500; ++i) {
    GeneralisedAutomaton before = random_automaton(random, std::max(conditions, 1U));
    if (conditions == 0) put_on_states(before, random);
    GeneralisedAutomaton after = before;
    step(after);
    SCOPED_TRACE(i);
    ASSERT_LE(after.states.size(), before.states.size());
    ASSERT_TRUE(conditions != 0 || is_on_states(after));
    expect_same_words(before, after, random);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(Reduce, TrimKeepsWords) {
  keeps_words(1, 2, [](auto& a) { trim(a); });
}

TEST(Reduce, TrimLeavesOnlyStatesThatAcceptSomething) {
  Random random(2);
  int empty = 0;
  for (int i = 0; i < 1000; ++i) {
    GeneralisedAutomaton automaton = random_automaton(random, 2);
    trim(automaton);
    empty += automaton.states[0].empty();
    for (std::uint32_t state = 0; state < automaton.states.size() && !automaton.states[0].empty(); ++state) {
      AnyAutomaton from = any(automaton);
      from.initial = state;
      // On an automaton all of whose labels are true, acceptance is a question of the graph alone.
      for (auto& out : from.states) {
        for (auto& edge : out) edge.label = [](Letter) { return true; };
      }
      ASSERT_TRUE(accepts(from, Lasso{{0}, 0}));
    }
  }
  EXPECT_GT(empty, 50);
  EXPECT_LT(empty, 950);
}

TEST(Reduce, MarksCanBeChosenFreely) {
  for (const Marking marking : {Marking::fewest, Marking::most}) {
    keeps_words(3, 3, [&](auto& a) { normalise_marks(a, marking); });
    keeps_words(4, 0, [&](auto& a) {
      trim(a);
      normalise_accepting_states(a, marking);
    });
  }
}

TEST(Reduce, ConditionsThatFollowAreNotNeeded) {
  keeps_words(5, 3, [&](auto& a) { drop_conditions(a); });
  keeps_words(6, 3, [&](auto& a) {
    normalise_marks(a, Marking::most);
    drop_conditions(a);
  });
}

TEST(Reduce, SimulationKeepsWords) {
  keeps_words(7, 2, [](auto& a) { reduce_forward(a); });
  keeps_words(8, 2, [](auto& a) { reduce_backward(a, false); });
  keeps_words(9, 0, [](auto& a) { reduce_forward(a); });
  keeps_words(10, 0, [](auto& a) { reduce_backward(a, true); });
  keeps_words(11, 0, [](auto& a) { sharpen_labels(a); });
}

TEST(Reduce, AllTogetherKeepWordsAndMakeSmaller) {
  std::size_t before = 0, after = 0;
  keeps_words(12, 2, [&](auto& a) {
    trim(a);
    before += a.states.size();
    reduce(a, Acceptance::on_transitions);
    after += a.states.size();
  });
  keeps_words(13, 0, [&](auto& a) {
    trim(a);
    before += a.states.size();
    reduce(a, Acceptance::on_states);
    after += a.states.size();
  });
  EXPECT_LT(after, before);
}

TEST(Degeneralise, KeepsWordsInAnyOrder) {
  Random random(14);
  for (int i = 0; i < 1500; ++i) {
    const GeneralisedAutomaton before = random_automaton(random, static_cast<std::uint32_t>(below(random, 4)));
    std::vector<std::uint32_t> order(before.condition_count);
    std::iota(order.begin(), order.end(), 0U);
    std::shuffle(order.begin(), order.end(), random);
    const auto after = degeneralise(before, order, 10'000);
    ASSERT_TRUE(after.has_value());
    ASSERT_EQ(after->condition_count, 1U);
    ASSERT_TRUE(is_on_states(*after));
    ASSERT_LE(after->states.size(), before.states.size() * (before.condition_count + 1));
    expect_same_words(before, *after, random);
    if (HasFatalFailure()) return;
  }
}

TEST(Degeneralise, StopsAtTheLimit) {
  GeneralisedAutomaton automaton;
  automaton.condition_count = 2;
  automaton.states.assign(3, {{{}, {1}, 1}, {{}, {2}, 2}});
  EXPECT_FALSE(degeneralise(automaton, std::vector<std::uint32_t>{0, 1}, 3).has_value());
  EXPECT_TRUE(degeneralise(automaton, std::vector<std::uint32_t>{0, 1}, 30).has_value());
}

TEST(Components, SuccessorsHaveSmallerNumbers) {
  const Components components = strong_components({{1}, {2, 3}, {1}, {4}, {4}, {}});
  EXPECT_EQ(components.count(), 5U);
  EXPECT_EQ(components.of[1], components.of[2]);
  EXPECT_GT(components.of[0], components.of[1]);
  EXPECT_GT(components.of[1], components.of[3]);
  EXPECT_GT(components.of[3], components.of[4]);
  EXPECT_TRUE(components.cyclic[components.of[1]]);
  EXPECT_TRUE(components.cyclic[components.of[4]]);
  EXPECT_FALSE(components.cyclic[components.of[0]]);
  EXPECT_FALSE(components.cyclic[components.of[5]]);
}

}  // namespace
}  // namespace quotient::ltl
