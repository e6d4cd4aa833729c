#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "symmetry/big_number.hpp"

namespace quotient {

/// Counts orbits by the number of renamings that leave their states alone.
class OrbitCounter {
 public:
  explicit OrbitCounter(BigNumber group_order) : group_order_(std::move(group_order)) {}

  /// A weight for states that `stabiliser` renamings leave alone.
  std::uint32_t weight(std::uint64_t stabiliser) {
    if (stabiliser == last_) return last_weight_;
    const auto [found, is_new] = small_.try_emplace(stabiliser, static_cast<std::uint32_t>(orders_.size()));
    if (is_new) add(stabiliser);
    last_ = stabiliser;
    last_weight_ = found->second;
    return last_weight_;
  }
  std::uint32_t weight(const BigNumber& stabiliser);
  /// Of states that no renaming moves.
  std::uint32_t fixed() { return weight(group_order_); }

  void count(std::uint32_t weight) { ++counts_[weight]; }
  /// How many states the orbits counted have.
  BigNumber states() const;

 private:
  void add(BigNumber stabiliser) {
    orders_.push_back(std::move(stabiliser));
    counts_.push_back(0);
  }

  BigNumber group_order_;
  std::unordered_map<std::uint64_t, std::uint32_t> small_;
  std::vector<BigNumber> orders_;
  std::vector<std::uint64_t> counts_;
  std::uint64_t last_ = 0;
  std::uint32_t last_weight_ = 0;
};

}  // namespace quotient
