#include <cstdlib>
#include <gtest/gtest.h>

#include "ltl/parse.hpp"
#include "ltl/translate.hpp"
#include "never_claim.hpp"

/// Automata beside those of `spin -f`: the same words, and no larger on average. QUOTIENT_SLOW_TESTS=1 in the
/// environment takes 2,000 formulas (some minutes) instead of 150.
namespace quotient::ltl {
namespace {

using namespace testing;

bool spin_is_installed() { return output_of("spin -V 2>/dev/null").has_value(); }

/// spin needs exponential time on some formulas: those are given up after a second of its own time.
std::optional<AnyAutomaton> spin_automaton(const std::string& formula) {
  const auto claim = output_of("ulimit -t 1; spin -f '" + formula + "' 2>/dev/null");
  if (!claim) return std::nullopt;
  auto automaton = read_never_claim(*claim);
  EXPECT_TRUE(automaton.has_value()) << "cannot read what spin prints for " << formula << "\n" << *claim;
  return automaton;
}

Automaton our_automaton(const std::string& text) {
  Formulas formulas;
  Diagnostics found;
  const auto formula = parse_formula(formulas, text, {}, 0, found);
  EXPECT_TRUE(formula.has_value()) << text;
  TranslationResult result = translate(formulas, *formula);
  EXPECT_TRUE(result.translation.has_value()) << text << ": " << result.error;
  return result.translation->automaton;
}

void compare_on_words(const AnyAutomaton& ours, const AnyAutomaton& spins, Random& random, std::size_t propositions,
                      int words) {
  for (int i = 0; i < words; ++i) {
    std::optional<Lasso> word;
    if (i % 3 == 1) word = random_accepted(ours, random, propositions);
    if (i % 3 == 2) word = random_accepted(spins, random, propositions);
    if (!word) word = random_lasso(random, propositions);
    ASSERT_EQ(accepts(ours, *word), accepts(spins, *word)) << text(*word);
  }
}

TEST(SpinOracle, OperatorsBindAsInSpin) {
  if (!spin_is_installed()) GTEST_SKIP() << "spin is not installed";
  Random random(20250603);
  for (const char* formula :
       {"p0 || p1 && p2", "p0 && p1 || p2", "p0 -> p1 -> p2", "p0 <-> p1 -> p2", "p0 U p1 U p2", "p0 V p1 V p2",
        "p0 U p1 V p2", "p0 V p1 U p2", "!p0 U p1", "[]p0 U p1", "<>p0 V p1", "p0 U p1 && p2", "p0 || p1 U p2",
        "p0 -> <>p1 && []p2 || p0", "![]p0 || <>p1 U p2", "[]<>!p0 -> p1 V <>p2"}) {
    SCOPED_TRACE(formula);
    const auto spins = spin_automaton(formula);
    ASSERT_TRUE(spins.has_value());
    compare_on_words(any(our_automaton(formula)), *spins, random, 3, 90);
  }
}

TEST(SpinOracle, SameWordsAndNoLargerOnAverage) {
  if (!spin_is_installed()) GTEST_SKIP() << "spin is not installed";
  const bool slow = std::getenv("QUOTIENT_SLOW_TESTS") != nullptr;
  const int formulas = slow ? 2000 : 150;
  const std::vector<std::string> signs = {"!", "&&", "&&", "||", "||", "->", "->", "<->", "U", "U",
                                          "U", "V",  "V",  "[]", "[]", "[]", "<>", "<>",  "<>"};
  Random random(20250604);
  int compared = 0, given_up = 0;
  std::size_t our_states = 0, our_transitions = 0, our_edges = 0, spin_states = 0, spin_transitions = 0, larger = 0;
  while (compared < formulas) {
    const std::size_t propositions = 2 + below(random, 3);
    const std::string formula = text(*random_tree(random, 2 + below(random, slow ? 9 : 6), propositions, signs));
    SCOPED_TRACE(formula);
    const auto spins = spin_automaton(formula);
    if (!spins) {
      ASSERT_LT(++given_up, formulas / 5) << "spin hardly ever answers";
      continue;
    }
    const Automaton automaton = our_automaton(formula);
    compare_on_words(any(automaton), *spins, random, propositions, 60);
    if (HasFatalFailure()) return;
    ++compared;
    our_states += automaton.states.size();
    our_transitions += automaton.transition_count();
    spin_states += spins->states.size();
    spin_transitions += spins->edge_count();
    larger += automaton.states.size() > spins->states.size();
    for (const auto& state : automaton.states) {
      std::vector<std::uint32_t> targets;
      for (const auto& transition : state.transitions) targets.push_back(transition.target.value);
      std::sort(targets.begin(), targets.end());
      our_edges += static_cast<std::size_t>(std::unique(targets.begin(), targets.end()) - targets.begin());
    }
  }
  const auto average = [&](std::size_t total) { return static_cast<double>(total) / compared; };
  std::printf(
      "%d formulas, %d given up by spin\n"
      "  ours: %.3f states, %.3f transitions (one for each cube; %.3f pairs of states), larger than spin's %zu times\n"
      "  spin: %.3f states, %.3f transitions (one for each option, a disjunction counts once)\n",
      compared, given_up, average(our_states), average(our_transitions), average(our_edges), larger,
      average(spin_states), average(spin_transitions));
  EXPECT_LE(our_states, spin_states);
  EXPECT_LE(our_transitions, spin_transitions);
}

}  // namespace
}  // namespace quotient::ltl
