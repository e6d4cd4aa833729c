#include "symmetry/reduce/orbit_counter.hpp"

#include <algorithm>

#include "base/ensure.hpp"

namespace quotient {

std::uint32_t OrbitCounter::find(std::uint64_t stabiliser) {
  const auto [found, is_new] = small_.try_emplace(stabiliser, static_cast<std::uint32_t>(orders_.size()));
  if (is_new) add(stabiliser);
  return found->second;
}

std::uint32_t OrbitCounter::weight(const BigNumber& stabiliser) {
  if (const std::optional<std::uint64_t> word = stabiliser.to_word()) return weight(*word);
  const auto found = std::find(orders_.begin(), orders_.end(), stabiliser);
  if (found != orders_.end()) return static_cast<std::uint32_t>(found - orders_.begin());
  add(stabiliser);
  return static_cast<std::uint32_t>(orders_.size() - 1);
}

BigNumber OrbitCounter::states() const {
  BigNumber sum;
  for (std::size_t w = 0; w < orders_.size(); ++w) {
    const std::optional<BigNumber> size = divide_exactly(group_order_, orders_[w]);
    ensure(size.has_value(), "a stabiliser whose order does not divide that of the group");
    sum += *size * BigNumber(counts_[w]);
  }
  return sum;
}

}  // namespace quotient
