#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "symmetry/group/big_number.hpp"

namespace quotient {

/// Counts orbits by the number of permutations that leave their states alone.
class OrbitCounter {
 public:
  explicit OrbitCounter(BigNumber group_order) : group_order_(std::move(group_order)) {}

  /// A weight for states that `stabiliser` permutations leave alone.
  std::uint32_t weight(std::uint64_t stabiliser) {
    Recent& recent = recent_[stabiliser % recent_.size()];
    if (stabiliser != recent.stabiliser) recent = {stabiliser, find(stabiliser)};
    return recent.weight;
  }
  std::uint32_t weight(const BigNumber& stabiliser);
  /// Of states that no permutation moves.
  std::uint32_t fixed() { return weight(group_order_); }

  void count(std::uint32_t weight) { ++counts_[weight]; }
  /// How many states the orbits counted have.
  BigNumber states() const;

 private:
  std::uint32_t find(std::uint64_t stabiliser);
  void add(BigNumber stabiliser) {
    orders_.push_back(std::move(stabiliser));
    counts_.push_back(0);
  }

  BigNumber group_order_;
  std::unordered_map<std::uint64_t, std::uint32_t> small_;
  std::vector<BigNumber> orders_;
  std::vector<std::uint64_t> counts_;
  /// Those asked for lately: there are few, each asked for a million times.
  struct Recent {
    std::uint64_t stabiliser = 0;  // nobody has 0
    std::uint32_t weight = 0;
  };
  std::array<Recent, 64> recent_;
};

}  // namespace quotient
