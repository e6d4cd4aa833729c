#include "ltl/simplify.hpp"

#include <gtest/gtest.h>

#include "ltl/parse.hpp"
#include "words.hpp"

namespace quotient::ltl {
namespace {

using namespace testing;

struct Workbench {
  Formulas formulas;
  Implication implication{formulas};
  Simplifier simplifier{formulas, implication};

  Formula read(const std::string& text) {
    Diagnostics found;
    const auto formula = parse_formula(formulas, text, {}, 0, found);
    EXPECT_TRUE(formula.has_value()) << text;
    return *formula;
  }
  std::string simplified(const std::string& text) { return formulas.text(simplifier.simplify(read(text))); }
};

/// For the evaluator of the tests.
TreePtr tree_of(const Formulas& formulas, Formula f) {
  const auto parts = formulas.operands(f);
  const auto fold = [&](const char* sign) {
    TreePtr tree = tree_of(formulas, parts[0]);
    for (std::size_t i = 1; i < parts.size(); ++i) tree = make(sign, {tree, tree_of(formulas, parts[i])});
    return tree;
  };
  switch (formulas.op(f)) {
    case Operator::falsum:
      return make("false");
    case Operator::verum:
      return make("true");
    case Operator::proposition:
      return std::make_shared<const Tree>(Tree{"p", formulas.proposition_number(f), {}});
    case Operator::negation:
      return make("!", {tree_of(formulas, parts[0])});
    case Operator::next:
      return make("X", {tree_of(formulas, parts[0])});
    case Operator::conjunction:
      return fold("&&");
    case Operator::disjunction:
      return fold("||");
    case Operator::until:
      return fold("U");
    case Operator::release:
      return fold("V");
  }
  return nullptr;
}

const std::vector<std::string> all_signs = {"!", "&&", "||", "->", "<->", "X", "U", "V", "W", "[]", "<>"};

TEST(Simplify, KnownRules) {
  const std::pair<const char*, const char*> rules[] = {
      {"<>[]<>p0", "[]<>p0"},
      {"[]<>[]p0", "<>[]p0"},
      {"[][]p0", "[]p0"},
      {"<><>p0", "<>p0"},
      {"!(p0 U p1)", "(!p0 V !p1)"},
      {"![]<>p0", "<>[]!p0"},
      {"p0 && (p0 || p1)", "p0"},
      {"p0 || (p0 && p1)", "p0"},
      {"p0 && !p0", "false"},
      {"(p0 U p1) && !(p0 U p1)", "false"},
      {"p0 && (!p0 || p1)", "(p0 && p1)"},
      {"[]p0 && p0", "[]p0"},
      {"[]p0 && []p1", "[](p0 && p1)"},
      {"<>p0 || <>p1", "<>(p0 || p1)"},
      {"(p0 U p2) && (p1 U p2)", "((p0 && p1) U p2)"},
      {"(p0 U p1) || (p0 U p2)", "(p0 U (p1 || p2))"},
      {"p0 U (p0 U p1)", "(p0 U p1)"},
      {"(p0 U p1) U p1", "(p0 U p1)"},
      {"p0 U (p1 U p0)", "(p1 U p0)"},
      {"<>(p0 U p1)", "<>p1"},
      {"[](p0 V p1)", "[]p1"},
      {"!p0 U p0", "<>p0"},
      {"(p0 && !p1) U p1", "(p0 U p1)"},
      {"X p0 U X p1", "X (p0 U p1)"},
      {"X []<>p0", "[]<>p0"},
      {"X p0 && X p1", "X (p0 && p1)"},
      {"p0 && X []p0", "[]p0"},
      {"p0 || X <>p0", "<>p0"},
      {"[]<>(p0 || X p1)", "[]<>(p0 || p1)"},
      {"[]<>p0 || []<>p1", "[]<>(p0 || p1)"},
      {"<>[]p0 && <>[]p1", "<>[](p0 && p1)"},
      {"p0 U <>p1", "<>p1"},
      {"p0 V []p1", "[]p1"},
      {"<>p0 && []!p0", "false"},
      {"<>p0 || []!p0", "true"},
  };
  for (const auto& [before, after] : rules) {
    Workbench bench;
    EXPECT_EQ(bench.simplified(before), after) << before;
  }
}

TEST(Simplify, ResultMeansTheSameIsNormalAndIsStable) {
  Random random(4);
  for (int i = 0; i < 4000; ++i) {
    Workbench bench;
    const TreePtr tree = random_tree(random, below(random, 16), 3, all_signs);
    const Formula simple = bench.simplifier.simplify(bench.read(text(*tree)));
    ASSERT_TRUE(bench.formulas.shape(simple).normal);
    ASSERT_EQ(bench.simplifier.simplify(simple), simple) << text(*tree);
    const TreePtr result = tree_of(bench.formulas, simple);
    const TreePtr normal = tree_of(bench.formulas, bench.simplifier.normal_form(bench.read(text(*tree))));
    const TreePtr negated = tree_of(bench.formulas, bench.implication.negate(simple));
    for (int k = 0; k < 12; ++k) {
      const Lasso word = random_lasso(random, 3);
      const bool expected = satisfies(word, *tree);
      ASSERT_EQ(satisfies(word, *result), expected) << text(*tree) << "\n" << text(*result) << "\n" << text(word);
      ASSERT_EQ(satisfies(word, *normal), expected) << text(*tree);
      ASSERT_EQ(satisfies(word, *negated), !expected) << text(*tree);
    }
  }
}

TEST(Simplify, DoesNotDependOnWhatElseTheArenaHolds) {
  Random random(5);
  Workbench crowded;
  for (int i = 0; i < 300; ++i) {
    const std::string formula = text(*random_tree(random, below(random, 12), 3, all_signs));
    Workbench fresh;
    ASSERT_EQ(crowded.simplified(formula), fresh.simplified(formula)) << formula;
  }
}

TEST(Implication, IsNeverWrong) {
  Random random(6);
  int seen = 0;
  for (int i = 0; i < 60'000; ++i) {
    Workbench bench;
    const TreePtr a = random_tree(random, below(random, 4), 2, all_signs);
    const TreePtr b = random_tree(random, below(random, 4), 2, all_signs);
    const Formula f = bench.simplifier.normal_form(bench.read(text(*a)));
    const Formula g = bench.simplifier.normal_form(bench.read(text(*b)));
    if (!bench.implication.holds(f, g)) continue;
    ++seen;
    for (int k = 0; k < 10; ++k) {
      const Lasso word = random_lasso(random, 2);
      ASSERT_TRUE(!satisfies(word, *a) || satisfies(word, *b)) << text(*a) << " / " << text(*b) << text(word);
    }
  }
  EXPECT_GT(seen, 3000);
}

}  // namespace
}  // namespace quotient::ltl
