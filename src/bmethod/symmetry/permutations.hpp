#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "bmethod/symmetry/elements.hpp"

namespace quotient::bmethod {

// More permutations than this cost more than they save.
inline constexpr std::uint64_t most_permutations = 1'000'000;

/// Sets `images` to every permutation of the elements within their sets in turn, the identity first, and calls f; until
/// f returns false. Says whether it came to the end.
template <typename F>
bool for_each_permutation(const Elements& elements, std::vector<Element>& images, F&& f) {
  images.resize(elements.count());
  std::iota(images.begin(), images.end(), Element{0});
  const auto& families = elements.families();
  for (;;) {
    if (!f()) return false;
    // The next one: the first set that has a next order takes it, those before it start again.
    std::size_t at = 0;
    for (; at < families.size(); ++at) {
      const auto begin = images.begin() + families[at].first;
      if (std::next_permutation(begin, begin + families[at].size)) break;
    }
    if (at == families.size()) return true;
  }
}

}  // namespace quotient::bmethod
