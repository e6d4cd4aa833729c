#include "symmetry/group/big_number.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace quotient {
namespace {

TEST(BigNumber, PrintsDecimalDigits) {
  EXPECT_EQ(BigNumber().to_string(), "0");
  EXPECT_EQ(BigNumber(7).to_string(), "7");
  EXPECT_EQ(BigNumber(1'000'000'000).to_string(), "1000000000");
  EXPECT_EQ(BigNumber(5'000'000'000'000'000'003U).to_string(), "5000000000000000003");
  EXPECT_EQ(BigNumber(UINT64_MAX).to_string(), "18446744073709551615");
}

TEST(BigNumber, FactorialsAreExact) {
  EXPECT_EQ(factorial(0), BigNumber(1));
  EXPECT_EQ(factorial(20).to_word(), 2432902008176640000U);
  EXPECT_EQ(factorial(40).to_string(), "815915283247897734345611269596115894272000000000");
  EXPECT_FALSE(factorial(40).to_word().has_value());
}

TEST(BigNumber, DividesOnlyExactly) {
  EXPECT_EQ(divide_exactly(factorial(40), factorial(38)), BigNumber(40 * 39));
  EXPECT_EQ(divide_exactly(factorial(40), factorial(40)), BigNumber(1));
  EXPECT_EQ(divide_exactly(BigNumber(), factorial(40)), BigNumber());
  EXPECT_FALSE(divide_exactly(factorial(40) + 1, factorial(38)).has_value());
  EXPECT_FALSE(divide_exactly(factorial(38), factorial(40)).has_value());
}

TEST(BigNumber, SumsOfOrbitSizesCarry) {
  BigNumber sum = UINT64_MAX;
  for (int i = 0; i < 3; ++i) sum += sum;
  EXPECT_EQ(sum.to_string(), "147573952589676412920");
}

RC_GTEST_PROP(BigNumberProperty, AgreesWithMachineArithmetic, (std::uint32_t a, std::uint32_t b, std::uint32_t c)) {
  const std::uint64_t product = std::uint64_t{a} * b;
  RC_ASSERT((BigNumber(a) * BigNumber(b)).to_word() == product);
  BigNumber by_word = a;
  by_word *= b;
  RC_ASSERT(by_word == BigNumber(product));
  RC_ASSERT(by_word.to_string() == std::to_string(product));
  RC_ASSERT((BigNumber(a) <=> BigNumber(b)) == (a <=> b));
  RC_ASSERT((BigNumber(product) < BigNumber(c)) == (product < c));
  RC_ASSERT((BigNumber(a) + b).to_word() == std::uint64_t{a} + b);
  if (c != 0) {
    BigNumber quotient = product;
    RC_ASSERT(quotient.divide_by(c) == product % c);
    RC_ASSERT(quotient.to_word() == product / c);
  }
}

BigNumber from_limbs(const std::vector<std::uint32_t>& limbs) {
  BigNumber number;
  for (const std::uint32_t limb : limbs) {
    number *= BigNumber(std::uint64_t{1} << 32);
    number += limb;
  }
  return number;
}

RC_GTEST_PROP(BigNumberProperty, DivisionUndoesMultiplication,
              (const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b)) {
  const BigNumber x = from_limbs(a);
  const BigNumber y = from_limbs(b);
  RC_PRE(!y.is_zero());
  RC_ASSERT(divide_exactly(x * y, y) == x);
  RC_ASSERT(x * y == y * x);
  if (y > BigNumber(1)) RC_ASSERT(!divide_exactly(x * y + 1, y).has_value());
  RC_ASSERT(x + y > x);
}

}  // namespace
}  // namespace quotient
