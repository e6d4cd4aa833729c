#include "promela/parse/operator_row.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>
#include <string>

/// Sums and conjunctions of more than a thousand terms were refused: trees are walked recursively, and a tree of a row
/// is as high as the row is long. Programs write such texts. Long rows are balanced trees now.
namespace quotient::promela {
namespace {

Expression number(std::int64_t value) {
  Expression expression;
  expression.value = value;
  return expression;
}

std::int64_t value_of(const Expression& expression) {
  if (expression.kind == ExpressionKind::constant) return expression.value;
  const std::int64_t a = value_of(expression.operands[0]), b = value_of(expression.operands[1]);
  switch (expression.op) {
    case Operator::add:
      return a + b;
    case Operator::subtract:
      return a - b;
    case Operator::divide:
      return a / b;
    case Operator::multiply:
      return a * b;
    default:
      ADD_FAILURE() << "an operator of no row of this test";
      return 0;
  }
}

int height_of(const Expression& expression) {
  int highest = 0;
  for (const Expression& operand : expression.operands) highest = std::max(highest, height_of(operand));
  return highest + 1;
}

TEST(OperatorRow, SumsAndDifferencesKeepTheirValue) {
  std::mt19937 random(18);
  for (const int length : {2, 3, 7, 200, 201, 202, 500, 1023, 1024, 5000}) {
    OperatorRow row(number(5), 1);
    std::int64_t expected = 5;
    for (int k = 1; k < length; ++k) {
      const auto term = static_cast<std::int64_t>(random() % 1000);
      const bool adds = random() % 2 == 0;
      row.append(adds ? Operator::add : Operator::subtract, std::nullopt, number(term), 1);
      expected += adds ? term : -term;
    }
    const int height = row.height();
    const Expression whole = std::move(row).build();
    EXPECT_EQ(value_of(whole), expected) << length;
    EXPECT_LE(height_of(whole), height) << length;
    EXPECT_LE(height, 201) << length;
  }
}

TEST(OperatorRow, WhatDependsOnItsGroupingIsLeftAsItIs) {
  OperatorRow row(number(1'000'000), 1);
  for (int k = 0; k < 300; ++k)
    row.append(k % 2 == 0 ? Operator::multiply : Operator::divide, std::nullopt, number(3), 1);
  EXPECT_EQ(row.height(), 301);
  EXPECT_EQ(value_of(std::move(row).build()), 1'000'000);
}

}  // namespace
}  // namespace quotient::promela
