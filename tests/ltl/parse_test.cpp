#include "ltl/parse.hpp"

#include <gtest/gtest.h>

#include "words.hpp"

namespace quotient::ltl {
namespace {

using namespace testing;

std::string read_back(std::string_view text) {
  Formulas formulas;
  Diagnostics found;
  const auto formula = parse_formula(formulas, text, {}, 0, found);
  return formula ? formulas.text(*formula) : "error: " + found.all()[0].message;
}

std::string rendered(const std::string& text) {
  SourceMap sources;
  const FileId file = sources.add("f.ltl", text);
  Formulas formulas;
  Diagnostics found;
  EXPECT_FALSE(parse_formula(formulas, sources[file].text(), file, 0, found).has_value());
  EXPECT_EQ(found.error_count(), 1U);
  const std::string all = render(sources, found.all()[0], false);
  return all.substr(0, all.find('\n'));
}

TEST(Parse, ReadsEveryOperator) {
  EXPECT_EQ(read_back("[]<>p0"), "[]<>p0");
  EXPECT_EQ(read_back("X p0 U !p1"), "(X p0 U !p1)");
  EXPECT_EQ(read_back("p0 V p12"), "(p0 V p12)");
  EXPECT_EQ(read_back("p0 W p1"), "(p1 V (p0 || p1))");
  EXPECT_EQ(read_back("p0 -> p1"), "(!p0 || p1)");
  EXPECT_EQ(read_back("p0 <-> p1"), "((p0 && p1) || (!p0 && !p1))");
  EXPECT_EQ(read_back("true && (false || p1)"), "p1");
  EXPECT_EQ(read_back("!!p0"), "p0");
}

TEST(Parse, BinaryOperatorsAssociateToTheLeftInTwoGroups) {
  EXPECT_EQ(read_back("p0 || p1 && p2"), "(p2 && (p0 || p1))");
  EXPECT_EQ(read_back("p0 U p1 U p2"), "((p0 U p1) U p2)");
  EXPECT_EQ(read_back("p0 U p1 && p2"), "(p2 && (p0 U p1))");
  EXPECT_EQ(read_back("[] p0 U p1"), "([]p0 U p1)");
}

TEST(Parse, ErrorsHaveAPlace) {
  EXPECT_EQ(rendered("p0 &&"), "f.ltl:1:6: error: the formula ends too early");
  EXPECT_EQ(rendered("(p0\n U q)"), "f.ltl:2:4: error: expected a formula");
  EXPECT_EQ(rendered("p0 p1"), "f.ltl:1:4: error: expected an operator or the end of the formula");
  EXPECT_EQ(rendered("(p0 && p1"), "f.ltl:1:10: error: expected ')'");
  EXPECT_EQ(rendered("[]p99999999999"), "f.ltl:1:3: error: expected a formula");
  EXPECT_EQ(rendered(""), "f.ltl:1:1: error: the formula ends too early");
  EXPECT_EQ(rendered("p0 & p1"), "f.ltl:1:4: error: expected an operator or the end of the formula");
  EXPECT_EQ(rendered(std::string(5000, '!') + "p0"), "f.ltl:1:1001: error: nested more than 1000 levels deep");
  EXPECT_EQ(rendered(std::string(5000, '(')), "f.ltl:1:1001: error: nested more than 1000 levels deep");
}

TEST(Parse, LongChainsAreNotDeepNesting) {
  std::string text = "p0";
  for (int i = 1; i < 20'000; ++i) text += i % 2 == 0 ? " U p0" : " V p1";
  Formulas formulas;
  Diagnostics found;
  const auto formula = parse_formula(formulas, text, {}, 0, found);
  ASSERT_TRUE(formula.has_value());
  EXPECT_EQ(formulas.depth(*formula), 19'999U);
  EXPECT_GT(formulas.text(*formula).size(), text.size());
}

TEST(Parse, WhatIsPrintedIsReadBack) {
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const std::string text = ltl::testing::text(
        *random_tree(random, below(random, 12), 5, {"!", "&&", "||", "->", "<->", "X", "U", "V", "W", "[]", "<>"}));
    Formulas formulas;
    Diagnostics found;
    const auto formula = parse_formula(formulas, text, {}, 0, found);
    ASSERT_TRUE(formula.has_value()) << text;
    ASSERT_EQ(parse_formula(formulas, formulas.text(*formula), {}, 0, found), formula) << text;
  }
}

}  // namespace
}  // namespace quotient::ltl
