#include "symmetry/reduce/state_orbits.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "symmetry/action/state_permutation.hpp"
#include "symmetry/group/enumerate.hpp"
#include "synthetic.hpp"

namespace quotient {
namespace {

StateView view(const std::string& state) { return {reinterpret_cast<const std::uint8_t*>(state.data()), state.size()}; }

std::string permuted_state(const StatePermutation& permutation, const std::string& state) {
  std::string image(state.size(), '\0');
  permutation.apply(view(state), reinterpret_cast<std::uint8_t*>(image.data()));
  return image;
}

/// By trying all permutations.
bool is_image(const Symmetry& symmetry, const std::string& from, const std::string& to) {
  bool found = false;
  for_each_element(symmetry.group, [&](const Permutation& g) {
    found = permuted_state(StatePermutation(symmetry, g), from) == to;
    return !found;
  });
  return found;
}

void check_pair(const Symmetry& symmetry, const StateOrbits& orbits, const std::string& from, const std::string& to) {
  const StateOrbits::Permuted permutation = orbits.permutation(view(from), view(to));
  RC_ASSERT((permutation != nullptr) == is_image(symmetry, from, to));
  if (!permutation) return;
  std::string image(from.size(), '\0');
  permutation(view(from), reinterpret_cast<std::uint8_t*>(image.data()));
  RC_ASSERT(image == to);
}

void check(const ScalarsetShape& shape) {
  const Synthetic synthetic(shape);
  const Symmetry& symmetry = synthetic.symmetry;
  const auto orbits = StateOrbits::of(symmetry);
  RC_ASSERT(orbits != nullptr);
  const std::string from = *synthetic.state(2);
  Random random(*any_below(1U << 30U));
  check_pair(symmetry, *orbits, from,
             permuted_state(StatePermutation(symmetry, symmetry.group.random_element(random)), from));
  check_pair(symmetry, *orbits, from, *synthetic.state(2));
}

RC_GTEST_PROP(StateOrbits, FindARenamingWhereThereIsOne, ()) { check(*small_shape(true)); }
RC_GTEST_PROP(StateOrbits, KnowGroupsThatAreNoProducts, ()) { check(with_rings(*small_shape(false))); }

}  // namespace
}  // namespace quotient
