#include "ltl/formula.hpp"

#include <gtest/gtest.h>

namespace quotient::ltl {
namespace {

TEST(Formula, EqualFormulasAreOne) {
  Formulas f;
  const Formula p = f.proposition(0), q = f.proposition(1), r = f.proposition(2);
  EXPECT_EQ(f.until(p, q), f.until(p, q));
  EXPECT_NE(f.until(p, q), f.until(q, p));
  EXPECT_EQ(f.conjunction(p, f.conjunction(q, r)), f.conjunction(f.conjunction(r, p), q));
  EXPECT_EQ(f.disjunction(p, p), p);
  EXPECT_EQ(f.negation(f.negation(p)), p);
}

TEST(Formula, ConstantsDisappear) {
  Formulas f;
  const Formula p = f.proposition(0), yes = f.constant(true), no = f.constant(false);
  EXPECT_EQ(f.conjunction(p, yes), p);
  EXPECT_EQ(f.conjunction(p, no), no);
  EXPECT_EQ(f.disjunction(p, yes), yes);
  EXPECT_EQ(f.disjunction(std::vector<Formula>{}), no);
  EXPECT_EQ(f.next(yes), yes);
  EXPECT_EQ(f.until(p, no), no);
  EXPECT_EQ(f.until(no, p), p);
  EXPECT_EQ(f.release(yes, p), p);
  EXPECT_EQ(f.negation(no), yes);
}

TEST(Formula, ShapesAreSeen) {
  Formulas f;
  const Formula p = f.proposition(0), q = f.proposition(1);
  const Formula often = f.always(f.eventually(p));
  EXPECT_TRUE(f.shape(often).eventual && f.shape(often).universal);
  EXPECT_TRUE(f.shape(f.eventually(p)).eventual);
  EXPECT_FALSE(f.shape(f.eventually(p)).universal);
  EXPECT_TRUE(f.shape(f.always(p)).universal);
  EXPECT_FALSE(f.shape(f.until(p, q)).eventual);
  EXPECT_TRUE(f.shape(f.until(p, often)).universal);
  EXPECT_TRUE(f.shape(f.negation(f.always(p))).eventual);
  EXPECT_TRUE(f.shape(f.conjunction(p, f.negation(q))).boolean);
  EXPECT_FALSE(f.shape(f.next(p)).next_free);
  EXPECT_TRUE(f.shape(often).next_free);
  EXPECT_FALSE(f.shape(f.negation(often)).normal);
  EXPECT_TRUE(f.shape(f.negation(p)).normal);
}

TEST(Formula, OrderDoesNotDependOnHistory) {
  Formulas a, b;
  const auto build = [](Formulas& f, bool backwards) {
    std::vector<Formula> parts;
    for (std::uint32_t i = 0; i < 6; ++i) {
      const std::uint32_t k = backwards ? 5 - i : i;
      parts.push_back(f.until(f.proposition(k), f.always(f.proposition(k + 1))));
      parts.push_back(f.next(f.proposition(k)));
    }
    return f.text(f.conjunction(parts));
  };
  EXPECT_EQ(build(a, false), build(b, true));
}

TEST(Formula, SubformulasComeOperandsFirst) {
  Formulas f;
  const Formula p = f.proposition(4), g = f.until(p, f.always(f.proposition(2)));
  const auto all = f.subformulas(g);
  EXPECT_EQ(all.size(), 5U);  // p4, p2, false, []p2, p4 U []p2
  EXPECT_EQ(all.back(), g);
  EXPECT_EQ(f.propositions(g), (std::vector<std::uint32_t>{2, 4}));
}

}  // namespace
}  // namespace quotient::ltl
