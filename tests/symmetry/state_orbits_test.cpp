#include "symmetry/reduce/state_orbits.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "symmetry/action/rename.hpp"
#include "symmetry/group/enumerate.hpp"
#include "synthetic.hpp"

namespace quotient {
namespace {

StateView view(const std::string& state) { return {reinterpret_cast<const std::uint8_t*>(state.data()), state.size()}; }

std::string renamed_state(const Renaming& renaming, const std::string& state) {
  std::string image(state.size(), '\0');
  renaming.apply(view(state), reinterpret_cast<std::uint8_t*>(image.data()));
  return image;
}

/// By trying all renamings.
bool is_image(const Symmetry& symmetry, const std::string& from, const std::string& to) {
  bool found = false;
  for_each_element(symmetry.group, [&](const Permutation& g) {
    found = renamed_state(Renaming(symmetry, g), from) == to;
    return !found;
  });
  return found;
}

void check_pair(const Symmetry& symmetry, const StateOrbits& orbits, const std::string& from, const std::string& to) {
  const StateOrbits::Renamed renaming = orbits.renaming(view(from), view(to));
  RC_ASSERT((renaming != nullptr) == is_image(symmetry, from, to));
  if (!renaming) return;
  std::string image(from.size(), '\0');
  renaming(view(from), reinterpret_cast<std::uint8_t*>(image.data()));
  RC_ASSERT(image == to);
}

void check(const ScalarsetShape& shape) {
  const Synthetic synthetic(shape);
  const Symmetry& symmetry = synthetic.symmetry;
  const auto orbits = StateOrbits::of(symmetry);
  RC_ASSERT(orbits != nullptr);
  const std::string from = *synthetic.state(2);
  Random random(*any_below(1U << 30U));
  check_pair(symmetry, *orbits, from, renamed_state(Renaming(symmetry, symmetry.group.random_element(random)), from));
  check_pair(symmetry, *orbits, from, *synthetic.state(2));
}

RC_GTEST_PROP(StateOrbits, FindARenamingWhereThereIsOne, ()) { check(*small_shape(true)); }
RC_GTEST_PROP(StateOrbits, KnowGroupsThatAreNoProducts, ()) { check(with_rings(*small_shape(false))); }

}  // namespace
}  // namespace quotient
