#include "ltl/translate.hpp"

#include <gtest/gtest.h>

#include "ltl/parse.hpp"
#include "words.hpp"

namespace quotient::ltl {
namespace {

Formula read(Formulas& formulas, const std::string& text) {
  Diagnostics found;
  const auto formula = parse_formula(formulas, text, {}, 0, found);
  EXPECT_TRUE(formula.has_value()) << text;
  return *formula;
}

TranslationResult translated(const std::string& text, const TranslateOptions& options = {}) {
  Formulas formulas;
  return translate(formulas, read(formulas, text), options);
}

Automaton automaton_of(const std::string& text) {
  TranslationResult result = translated(text);
  EXPECT_TRUE(result.translation.has_value()) << text << ": " << result.error;
  return result.translation->automaton;
}

TEST(Translate, InfinitelyOften) {
  EXPECT_EQ(text(automaton_of("[]<>p0")),
            "0 accepting\n"
            "  p0 -> 0\n"
            "  !p0 -> 1\n"
            "1\n"
            "  p0 -> 0\n"
            "  !p0 -> 1\n");
}

TEST(Translate, Response) {
  EXPECT_EQ(text(automaton_of("!([](p0 -> <>p1))")),
            "0\n"
            "  true -> 0\n"
            "  p0 && !p1 -> 1\n"
            "1 accepting\n"
            "  !p1 -> 1\n");
}

TEST(Translate, NothingAndEverything) {
  const Automaton nothing = automaton_of("[]p0 && <>!p0");
  EXPECT_TRUE(nothing.is_empty());
  EXPECT_EQ(nothing.states.size(), 1U);
  EXPECT_EQ(text(automaton_of("<>p0 || []!p0")), "0 terminal\n  true -> 0\n");
  EXPECT_TRUE(automaton_of("false").is_empty());
  EXPECT_FALSE(automaton_of("true").is_empty());
  // Contradictions and tautologies that the shape of the formula does not show.
  EXPECT_TRUE(automaton_of("[](p0 -> X p1) && [](p1 -> X !p1) && [](!p1 -> X p0) && <>(p0 && p1) && []p0").is_empty());
}

/// Sizes of classics, so that a change that makes automata larger is seen.
TEST(Translate, SizesOfKnownFormulas) {
  struct Case {
    const char* formula;
    std::size_t states, transitions;
    bool deterministic;
  };
  const Case cases[] = {
      {"<>p0", 2, 3, true},
      {"[]p0", 1, 1, true},
      {"p0 U p1", 2, 3, true},
      {"p0 V p1", 2, 3, true},
      {"<>[]p0", 2, 3, false},
      {"[]<>p0 && []<>p1", 3, 8, false},
      {"[](p0 -> <>p1)", 2, 5, false},
      {"p0 U p1 U p2", 4, 10, false},
      {"p0 U (p1 U p2)", 3, 6, true},
      {"[]<>p0 -> []<>p1", 3, 7, false},
      {"!([]<>p0 -> []<>p1)", 3, 6, false},
      {"<>p0 && <>p1 && <>p2", 8, 27, true},
      {"<>(p0 && X <>(p1 && X <>p2))", 4, 7, true},
      {"[]((p0 U p1) -> <>p2)", 3, 8, false},
      {"!([](p0 && !p1 && <>p1 -> (!p2 U p1)))", 4, 8, false},
      {"!(<>p0 -> (!p1 U (p2 && !p1 || p0)))", 4, 9, false},
  };
  for (const Case& c : cases) {
    const Automaton automaton = automaton_of(c.formula);
    EXPECT_LE(automaton.states.size(), c.states) << c.formula << "\n" << text(automaton);
    EXPECT_LE(automaton.transition_count(), c.transitions) << c.formula << "\n" << text(automaton);
    EXPECT_GE(automaton.is_deterministic(), c.deterministic) << c.formula << "\n" << text(automaton);
  }
}

TEST(Translate, SafetyIsSeenInTheNegation) {
  for (const char* safety : {"[]p0", "[](p0 -> X p1)", "p0 W p1", "p0 V p1", "[](p0 -> (!p1 W p2))", "X X p0", "p0",
                             "[](p0 -> []!p1)", "false", "true"}) {
    const Automaton automaton = automaton_of("!(" + std::string(safety) + ")");
    EXPECT_TRUE(automaton.is_safety_of_negation()) << safety << "\n" << text(automaton);
  }
  for (const char* liveness : {"<>p0", "p0 U p1", "[]<>p0", "<>[]p0", "[](p0 -> <>p1)", "[]p0 && <>p1"}) {
    EXPECT_FALSE(automaton_of("!(" + std::string(liveness) + ")").is_safety_of_negation()) << liveness;
  }
}

TEST(Translate, TerminalStatesAcceptEverything) {
  ltl::testing::Random random(7);
  int terminal = 0;
  for (int i = 0; i < 300; ++i) {
    const Automaton automaton = automaton_of(ltl::testing::text(*ltl::testing::random_tree(
        random, 1 + ltl::testing::below(random, 6), 3, {"!", "&&", "||", "X", "U", "V", "W", "[]", "<>"})));
    for (std::uint32_t k = 0; k < automaton.states.size(); ++k) {
      const Automaton::State& state = automaton.states[k];
      if (!state.terminal) continue;
      ++terminal;
      EXPECT_TRUE(state.accepting);
      ASSERT_EQ(state.transitions.size(), 1U) << "a terminal state needs nothing but its loop";
      EXPECT_EQ(state.transitions[0], (Automaton::Transition{{}, {k}}));
    }
  }
  EXPECT_GT(terminal, 50);
}

TEST(Translate, SameFormulaSameAutomaton) {
  ltl::testing::Random random(8);
  Formulas crowded;
  for (int i = 0; i < 300; ++i) {
    const std::string formula = ltl::testing::text(*ltl::testing::random_tree(
        random, 1 + ltl::testing::below(random, 8), 3, {"!", "&&", "||", "->", "<->", "X", "U", "V", "W", "[]", "<>"}));
    const auto first = translated(formula), second = translate(crowded, read(crowded, formula));
    ASSERT_EQ(first.translation->automaton, second.translation->automaton) << formula;
    ASSERT_EQ(first.translation->generalised.states, second.translation->generalised.states) << formula;
  }
}

TEST(Translate, SixtyFourPropositionsAreTheMost) {
  Formulas formulas;
  std::vector<Formula> parts;
  for (std::uint32_t i = 0; i < 64; ++i) parts.push_back(formulas.proposition(i));
  const auto good = translate(formulas, formulas.always(formulas.conjunction(parts)));
  ASSERT_TRUE(good.translation.has_value());
  EXPECT_EQ(good.translation->automaton.states[0].transitions[0].label, (Cube{~std::uint64_t{0}, 0}));
  parts.push_back(formulas.proposition(64));
  const auto bad = translate(formulas, formulas.always(formulas.conjunction(parts)));
  EXPECT_FALSE(bad.translation.has_value());
  EXPECT_EQ(bad.error, "a temporal formula can have at most 64 different propositions");
}

TEST(Translate, ManyUntilsAreRefused) {
  Formulas formulas;
  std::vector<Formula> parts;
  for (std::uint32_t i = 0; i < 65; ++i) {
    parts.push_back(formulas.until(formulas.proposition(i % 8), formulas.proposition(8 + i / 8)));
  }
  const auto result = translate(formulas, formulas.always(formulas.conjunction(parts)), {.simplify = false});
  EXPECT_FALSE(result.translation.has_value());
  EXPECT_EQ(result.error, "a temporal formula can have at most 64 different until operators");
}

TEST(Translate, HugeAndDeepFormulasEndWithAMessage) {
  std::string eventualities = "<>p0";
  for (int i = 1; i < 40; ++i) eventualities += " && <>p" + std::to_string(i);
  const auto huge = translated(eventualities, {.most_states = 200, .most_transitions = 2000});
  EXPECT_FALSE(huge.translation.has_value());
  EXPECT_EQ(huge.error, "the automaton of the temporal formula has more than 200 states or 2000 transitions");

  std::string chain = "p0";
  for (int i = 0; i < 5000; ++i) chain += i % 2 == 0 ? " U p1" : " U p0";
  const auto deep = translated(chain);
  EXPECT_FALSE(deep.translation.has_value());
  EXPECT_EQ(deep.error, "the temporal formula is nested more than 1000 levels deep");

  std::string steps;
  for (int i = 0; i < 300; ++i) steps += "X ";
  EXPECT_EQ(automaton_of(steps + "p0 && " + steps + "p1").states.size(), 302U);
}

}  // namespace
}  // namespace quotient::ltl
