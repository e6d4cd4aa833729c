#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace quotient {

/// The values that an expression can have, as far as they are few: else it is unknown.
class ValueSet {
 public:
  static ValueSet unknown() { return {}; }
  static ValueSet of(std::int32_t value) {
    ValueSet set;
    set.known_ = true;
    set.values_ = {value};
    return set;
  }
  static ValueSet of(std::vector<std::int32_t> values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    ValueSet set;
    if (values.size() > most) return set;
    set.known_ = true;
    set.values_ = std::move(values);
    return set;
  }

  bool is_known() const { return known_; }
  const std::vector<std::int32_t>& values() const { return values_; }
  bool is_constant() const { return known_ && values_.size() == 1; }
  bool is_surely_zero() const { return is_constant() && values_[0] == 0; }
  bool is_surely_not_zero() const { return known_ && !std::binary_search(values_.begin(), values_.end(), 0); }

  /// All values of either.
  ValueSet joined(const ValueSet& other) const {
    if (!known_ || !other.known_) return {};
    std::vector<std::int32_t> all = values_;
    all.insert(all.end(), other.values_.begin(), other.values_.end());
    return of(std::move(all));
  }
  /// What an operator makes of all pairs of values. `combine` returns nothing where it has no value.
  template <typename Combine>
  ValueSet combined(const ValueSet& other, Combine combine) const {
    if (!known_ || !other.known_) return {};
    std::vector<std::int32_t> all;
    for (const std::int32_t a : values_) {
      for (const std::int32_t b : other.values_) {
        if (const auto value = combine(a, b)) all.push_back(*value);
      }
    }
    return of(std::move(all));
  }

  friend bool operator==(const ValueSet&, const ValueSet&) = default;

 private:
  static constexpr std::size_t most = 64;

  bool known_ = false;
  std::vector<std::int32_t> values_;  // ascending
};

}  // namespace quotient
