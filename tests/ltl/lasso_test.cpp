#include <cstdlib>
#include <gtest/gtest.h>

#include "ltl/parse.hpp"
#include "ltl/translate.hpp"
#include "runs.hpp"
#include "words.hpp"

/// Automata against the meaning of formulas, on words.
namespace quotient::ltl {
namespace {

using namespace testing;

const std::vector<std::string> weighted_signs = {"!", "&&", "||", "->", "<->", "X",  "U", "U",
                                                 "V", "V",  "W",  "[]", "[]",  "<>", "<>"};

Translation translated(const Tree& tree, const TranslateOptions& options = {}) {
  Formulas formulas;
  Diagnostics found;
  const auto formula = parse_formula(formulas, text(tree), {}, 0, found);
  EXPECT_TRUE(formula.has_value()) << text(tree);
  TranslationResult result = translate(formulas, *formula, options);
  EXPECT_TRUE(result.translation.has_value()) << text(tree) << ": " << result.error;
  return *std::move(result.translation);
}

/// Both automata of the formula and both of its negation, on random words and on words that they say they accept.
void check(const TreePtr& tree, std::size_t propositions, Random& random, int words, const TranslateOptions& options) {
  SCOPED_TRACE(text(*tree));
  const Translation positive = translated(*tree, options);
  const Translation negative = translated(*make("!", {tree}), options);
  const AnyAutomaton yes = any(positive.automaton), no = any(negative.automaton);
  const AnyAutomaton generalised_yes = any(positive.generalised), generalised_no = any(negative.generalised);
  for (int i = 0; i < words; ++i) {
    std::optional<Lasso> word;
    if (i % 4 == 1) word = random_accepted(yes, random, propositions);
    if (i % 4 == 2) word = random_accepted(no, random, propositions);
    if (i % 4 == 3) word = random_accepted(i % 8 == 3 ? generalised_yes : generalised_no, random, propositions);
    if (!word) word = random_lasso(random, propositions);
    const bool expected = satisfies(*word, *tree);
    ASSERT_EQ(accepts(yes, *word), expected) << text(*word);
    ASSERT_EQ(accepts(no, *word), !expected) << text(*word);
    ASSERT_EQ(accepts(generalised_yes, *word), expected) << text(*word);
    ASSERT_EQ(accepts(generalised_no, *word), !expected) << text(*word);
  }
}

TEST(Lasso, TwoThousandRandomFormulasAcceptWhatSatisfiesThem) {
  Random random(20250601);
  for (int i = 0; i < 2000 && !HasFatalFailure(); ++i) {
    const std::size_t propositions = 1 + below(random, 4);
    const TreePtr tree = random_tree(random, 1 + below(random, 9), propositions, weighted_signs);
    check(tree, propositions, random, 24, {});
  }
}

TEST(Lasso, LargerFormulasToo) {
  const int formulas = std::getenv("QUOTIENT_SLOW_TESTS") != nullptr ? 5000 : 50;
  Random random(20250605);
  for (int i = 0; i < formulas && !HasFatalFailure(); ++i) {
    const std::size_t propositions = 2 + below(random, 3);
    check(random_tree(random, 9 + below(random, 9), propositions, weighted_signs), propositions, random, 24, {});
  }
}

TEST(Lasso, PlainConstructionAcceptsTheSame) {
  Random random(20250602);
  TranslateOptions plain;
  plain.simplify = false;
  for (int i = 0; i < 300 && !HasFatalFailure(); ++i) {
    const std::size_t propositions = 1 + below(random, 3);
    check(random_tree(random, 1 + below(random, 6), propositions, weighted_signs), propositions, random, 24, plain);
  }
}

}  // namespace
}  // namespace quotient::ltl
