#include "symmetry/group/big_number.hpp"

#include <algorithm>

#include "base/ensure.hpp"

namespace quotient {

namespace {

std::uint32_t low(std::uint64_t word) { return static_cast<std::uint32_t>(word & 0xffffffffU); }
std::uint32_t high(std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); }

}  // namespace

BigNumber::BigNumber(std::uint64_t value) : limbs_{low(value), high(value)} { trim(); }

void BigNumber::trim() {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

std::optional<std::uint64_t> BigNumber::to_word() const {
  if (limbs_.size() > 2) return std::nullopt;
  return (std::uint64_t{limb(1)} << 32) | limb(0);
}

std::string BigNumber::to_string() const {
  if (is_zero()) return "0";
  constexpr std::uint32_t nine_digits = 1'000'000'000;
  std::string digits;  // backwards
  BigNumber rest = *this;
  while (!rest.is_zero()) {
    std::uint32_t group = rest.divide_by(nine_digits);
    for (int i = 0; i < 9 && (group != 0 || !rest.is_zero()); ++i) {
      digits.push_back(static_cast<char>('0' + group % 10));
      group /= 10;
    }
  }
  std::reverse(digits.begin(), digits.end());
  return digits;
}

double BigNumber::to_double() const {
  double value = 0;
  for (std::size_t i = limbs_.size(); i-- > 0;) value = value * 0x1p32 + limbs_[i];
  return value;
}

BigNumber& BigNumber::operator+=(const BigNumber& other) {
  limbs_.resize(std::max(limbs_.size(), other.limbs_.size()));
  std::uint32_t carry = 0;
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    const std::uint64_t sum = std::uint64_t{limbs_[i]} + other.limb(i) + carry;
    limbs_[i] = low(sum);
    carry = high(sum);
  }
  if (carry != 0) limbs_.push_back(carry);
  return *this;
}

BigNumber& BigNumber::operator*=(std::uint32_t factor) {
  std::uint32_t carry = 0;
  for (std::uint32_t& limb : limbs_) {
    const std::uint64_t product = std::uint64_t{limb} * factor + carry;
    limb = low(product);
    carry = high(product);
  }
  if (carry != 0) limbs_.push_back(carry);
  trim();
  return *this;
}

BigNumber& BigNumber::operator*=(const BigNumber& factor) {
  std::vector<std::uint32_t> product(limbs_.size() + factor.limbs_.size());
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    std::uint32_t carry = 0;
    for (std::size_t j = 0; j < factor.limbs_.size(); ++j) {
      const std::uint64_t sum = std::uint64_t{limbs_[i]} * factor.limbs_[j] + product[i + j] + carry;
      product[i + j] = low(sum);
      carry = high(sum);
    }
    product[i + factor.limbs_.size()] = carry;
  }
  limbs_ = std::move(product);
  trim();
  return *this;
}

std::uint32_t BigNumber::divide_by(std::uint32_t divisor) {
  ensure(divisor != 0, "division of a BigNumber by zero");
  std::uint64_t remainder = 0;
  for (std::size_t i = limbs_.size(); i-- > 0;) {
    const std::uint64_t part = (remainder << 32) | limbs_[i];
    limbs_[i] = low(part / divisor);
    remainder = part % divisor;
  }
  trim();
  return low(remainder);
}

std::strong_ordering operator<=>(const BigNumber& a, const BigNumber& b) {
  if (a.limbs_.size() != b.limbs_.size()) return a.limbs_.size() <=> b.limbs_.size();
  return std::lexicographical_compare_three_way(a.limbs_.rbegin(), a.limbs_.rend(), b.limbs_.rbegin(), b.limbs_.rend());
}

std::optional<BigNumber> divide_exactly(BigNumber dividend, const BigNumber& divisor) {
  ensure(!divisor.is_zero(), "division of a BigNumber by zero");
  // Long division bit by bit: orders of groups have a few thousand bits at most, and are divided rarely.
  BigNumber quotient;
  BigNumber rest;
  quotient.limbs_.resize(dividend.limbs_.size());
  for (std::size_t bit = dividend.limbs_.size() * 32; bit-- > 0;) {
    rest *= 2U;
    if ((dividend.limbs_[bit / 32] >> (bit % 32)) & 1U) rest += 1;
    if (rest < divisor) continue;
    quotient.limbs_[bit / 32] |= 1U << (bit % 32);
    std::uint32_t borrow = 0;
    for (std::size_t i = 0; i < rest.limbs_.size(); ++i) {
      const std::uint64_t difference = std::uint64_t{rest.limbs_[i]} - divisor.limb(i) - borrow;
      rest.limbs_[i] = low(difference);
      borrow = high(difference) != 0 ? 1 : 0;
    }
    rest.trim();
  }
  if (!rest.is_zero()) return std::nullopt;
  quotient.trim();
  return quotient;
}

BigNumber factorial(std::uint32_t n) {
  BigNumber product = 1;
  for (std::uint32_t i = 2; i <= n; ++i) product *= i;
  return product;
}

BigNumber power(const BigNumber& base, std::uint32_t exponent) {
  BigNumber product = 1;
  for (std::uint32_t i = 0; i < exponent; ++i) product *= base;
  return product;
}

}  // namespace quotient
