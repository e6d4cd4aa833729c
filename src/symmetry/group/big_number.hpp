#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quotient {

/// An exact natural number of any size: the order of a group (40! has 48 digits), or a sum of orbit sizes. Holds what
/// these need and no more; not meant for hot loops.
class BigNumber {
 public:
  BigNumber() = default;
  BigNumber(std::uint64_t value);  // NOLINT: a small number is a number

  bool is_zero() const { return limbs_.empty(); }
  /// Where it fits.
  std::optional<std::uint64_t> to_word() const;
  std::string to_string() const;
  /// The nearest; infinity where that is too large.
  double to_double() const;

  BigNumber& operator+=(const BigNumber& other);
  BigNumber& operator*=(std::uint32_t factor);
  BigNumber& operator*=(const BigNumber& factor);

  /// Divides in place and returns the remainder.
  std::uint32_t divide_by(std::uint32_t divisor);

  friend BigNumber operator+(BigNumber a, const BigNumber& b) { return a += b; }
  friend BigNumber operator*(BigNumber a, const BigNumber& b) { return a *= b; }
  friend bool operator==(const BigNumber&, const BigNumber&) = default;
  friend std::strong_ordering operator<=>(const BigNumber& a, const BigNumber& b);

 private:
  friend std::optional<BigNumber> divide_exactly(BigNumber dividend, const BigNumber& divisor);

  std::uint32_t limb(std::size_t i) const { return i < limbs_.size() ? limbs_[i] : 0; }
  void trim();

  std::vector<std::uint32_t> limbs_;  // least significant first, no leading zero: equal numbers have equal limbs
};

/// Nullopt where there is a remainder. The divisor must not be zero.
std::optional<BigNumber> divide_exactly(BigNumber dividend, const BigNumber& divisor);

BigNumber factorial(std::uint32_t n);
BigNumber power(const BigNumber& base, std::uint32_t exponent);

}  // namespace quotient
