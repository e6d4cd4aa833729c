#include <cstdlib>
#include <gtest/gtest.h>

#include "decide.hpp"
#include "naive.hpp"
#include "search/cycles/cycle_search.hpp"
#include "search/game/game_search.hpp"
#include "symmetry/reduce/state_orbits.hpp"
#include "temporal/subject.hpp"
#include "tokens.hpp"

namespace quotient::temporal::test {
namespace {

std::size_t how_many(std::size_t quick) {
  const char* const slow = std::getenv("QUOTIENT_SLOW_TESTS");
  return slow != nullptr && std::string(slow) == "1" ? quick * 25 : quick;
}

// Branching formulas: the game on orbits, the game on states, and labelling of all states must agree.
TEST(RandomFormulas, BranchingOnesHoldWhereLabellingSaysSo) {
  std::mt19937_64 source(22);
  const std::vector<Operator> temporal = {Operator::next,  Operator::eventually, Operator::always,
                                          Operator::until, Operator::weak_until, Operator::release};
  std::size_t holding = 0, reduced = 0, smaller = 0;
  const std::size_t count = how_many(400);
  for (std::size_t i = 0; i < count; ++i) {
    const auto system = std::make_shared<const TokenSystem>(Tokens::random(source));
    const Graph graph(*system);
    std::vector<std::uint32_t> propositions = {0, 1, 2, 3, 4, 5};
    std::vector<std::uint32_t> steps = {7, 8, 9};
    if (source() % 3 == 0) {
      propositions.push_back(6);
      steps.push_back(10);
    }
    Tree tree;
    tree.root = random_formula(tree, source, propositions, temporal, true, steps, 3);
    const bool expected = graph.satisfying(tree, tree.root)[0];
    const Subject subject = subject_of(system, tree, Logic::branching);
    const Answer plain = decide(subject, false), orbits = decide(subject, true);
    EXPECT_EQ(plain.result.verdict == Verdict::verified, expected) << i;
    EXPECT_EQ(orbits.result.verdict == Verdict::verified, expected) << i;
    holding += expected ? 1 : 0;
    reduced += orbits.reduced ? 1 : 0;
    smaller += orbits.result.states < plain.result.states ? 1 : 0;
  }
  EXPECT_GT(holding, count / 10);
  EXPECT_LT(holding, count - count / 10);
  EXPECT_GT(reduced, count / 4);
  EXPECT_GT(smaller, count / 20);
}

/// The letters of a counterexample: those of the steps of the model between neighbouring states that the product takes.
/// Several steps may lead from one to the next; the product says which.
/// A finite one is followed by a random run: every continuation is to violate the formula.
bool violates_somehow(const Tree& tree, const System& product, const Graph& graph, const Violation& violation,
                      std::size_t rounds, std::mt19937_64& source) {
  const auto steps_of = product.generator();
  Successors steps;
  std::vector<std::vector<std::uint64_t>> choices;
  const std::vector<StateBytes>& states = violation.states;
  bool ended = false;
  for (std::size_t i = 0; i + 1 < states.size(); ++i) {
    steps_of->successors(states[i], steps);
    const std::uint64_t own = TokenPropositions::state(model_state(states[i]));
    std::vector<std::uint64_t> letters;
    for (std::size_t k = 0; k < steps.size(); ++k) {
      if (!std::ranges::equal(steps[k].state, states[i + 1])) continue;
      if (steps[k].label == no_step) {
        ended = true;
      } else {
        letters.push_back(own | TokenPropositions::step(steps[k].label));
      }
    }
    if (ended) break;
    // What people are shown of a state is a letter that the automaton can have read there.
    std::uint64_t shown = 0;
    for (const Proposition& each : product.narrator().propositions(states[i], states[i + 1])) {
      if (each.holds) shown |= std::uint64_t{1} << std::stoul(each.text.substr(1));
    }
    EXPECT_NE(std::ranges::find(letters, shown), letters.end()) << "step " << i;
    choices.push_back(letters);
    if (letters.empty()) return false;
  }
  // A run that ends in the last state of a cycle without a step ends, too.
  const std::size_t last_place = choices.size();
  if (!ended && violation.place == ViolationPlace::cycle && violation.cycle_start + 1 == states.size()) ended = true;
  if (ended) choices.push_back({TokenPropositions::state(model_state(states[last_place]))});
  // All ways to choose, up to some number.
  for (std::uint64_t way = 0; way < 64; ++way) {
    std::uint64_t rest = way;
    Word word;
    for (const auto& letters : choices) {
      word.letters.push_back(letters[rest % letters.size()]);
      rest /= letters.size();
    }
    word.cycle = word.letters.size();
    if (!ended && violation.place != ViolationPlace::cycle) {
      const StateView last = model_state(states.back());
      const auto at =
          std::ranges::find_if(graph.states, [&](const auto& each) { return std::ranges::equal(each, last); });
      const Word rest_of_run = random_run(graph, source, rounds, static_cast<std::size_t>(at - graph.states.begin()));
      word.cycle = word.letters.size() + rest_of_run.cycle;
      word.letters.insert(word.letters.end(), rest_of_run.letters.begin(), rest_of_run.letters.end());
    } else if (!ended) {
      const std::size_t begin = violation.cycle_start;
      const std::vector<std::uint64_t> turn(word.letters.begin() + static_cast<std::ptrdiff_t>(begin),
                                            word.letters.end());
      for (std::size_t i = 0; i < rounds; ++i) word.letters.insert(word.letters.end(), turn.begin(), turn.end());
      word.cycle = word.letters.size() - turn.size();
    }
    if (!truth(tree, tree.root, word)[0]) return true;
  }
  return false;
}

// Linear formulas, past and future nested in any way: a counterexample must violate the formula by its definition;
// where there is none, no random run must. Verdicts with and without symmetry agree.
TEST(RandomFormulas, LinearOnesAgreeWithTheirDefinition) {
  std::mt19937_64 source(7);
  const std::vector<Operator> future = {Operator::next,  Operator::eventually, Operator::always,
                                        Operator::until, Operator::weak_until, Operator::release};
  std::vector<Operator> both = future;
  for (const Operator op :
       {Operator::yesterday, Operator::once, Operator::historically, Operator::since, Operator::trigger}) {
    both.push_back(op);
  }
  std::size_t holding = 0, cycles = 0, ends = 0;
  const std::size_t count = how_many(400);
  for (std::size_t i = 0; i < count; ++i) {
    const auto system = std::make_shared<const TokenSystem>(Tokens::random(source));
    const Graph graph(*system);
    std::vector<std::uint32_t> propositions = {0, 1, 2, 3, 4, 5, 7, 8, 9};
    if (source() % 3 == 0) propositions.insert(propositions.end(), {6, 10});
    Tree tree;
    tree.root = random_formula(tree, source, propositions, i % 2 == 0 ? future : both, false, {}, 3);
    const Subject subject = subject_of(system, tree, Logic::linear);
    const Answer plain = decide(subject, false), orbits = decide(subject, true);
    EXPECT_EQ(plain.result.verdict, orbits.result.verdict) << i;
    constexpr std::size_t rounds = 12;
    bool met = false;
    for (int run = 0; run < 60 && !met; ++run) {
      const Word word = random_run(graph, source, rounds);
      met = !truth(tree, tree.root, word)[0];
    }
    if (plain.result.verdict == Verdict::verified) {
      EXPECT_FALSE(met) << i;
      ++holding;
      continue;
    }
    for (const Answer* answer : {&plain, &orbits}) {
      if (answer->result.violations.empty()) {
        ADD_FAILURE() << "no counterexample " << i;
        continue;
      }
      const Violation& violation = answer->result.violations.front();
      EXPECT_TRUE(violates_somehow(tree, *subject.system, graph, violation, rounds, source)) << i;
      cycles += violation.place == ViolationPlace::cycle ? 1 : 0;
    }
    ends += std::ranges::any_of(graph.edges, [](const auto& each) { return each.empty(); }) ? 1 : 0;
  }
  EXPECT_GT(holding, count / 20);
  EXPECT_GT(cycles, count / 20);
  EXPECT_GT(ends, count / 20);
}

}  // namespace
}  // namespace quotient::temporal::test
