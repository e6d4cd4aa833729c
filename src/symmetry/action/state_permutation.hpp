#pragma once

#include <cstdint>
#include <vector>

#include "model/successors.hpp"
#include "symmetry/action/symmetry.hpp"

namespace quotient {

/// One permutation, ready to be applied to states.
class StatePermutation {
 public:
  StatePermutation(const Symmetry& symmetry, const Permutation& permutation);

  /// The permuted state, of the same length. `out` must not overlap `state`. `actor` is one of the symmetry's, and the
  /// permutation must outlive it; null where it has no action.
  void apply(StateView state, std::uint8_t* out, StateActor* actor = nullptr) const;
  const Permutation& permutation() const { return permutation_; }

 private:
  const Symmetry& symmetry_;
  Permutation permutation_;
  std::vector<std::uint32_t> images_;                                       // of places
  std::vector<std::vector<std::pair<std::int32_t, std::int32_t>>> values_;  // of each class: value → its new value
};

/// Whether permutations do anything to a state: all processes exist in it.
inline bool is_permuted(const Symmetry& symmetry, StateView state) {
  for (const Creator& c : symmetry.creators) {
    if (c.may_create(state.data())) return false;
  }
  return true;
}

}  // namespace quotient
