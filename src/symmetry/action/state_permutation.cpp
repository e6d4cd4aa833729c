#include "symmetry/action/state_permutation.hpp"

#include <algorithm>
#include <cstring>

#include "model/cell.hpp"

namespace quotient {

StatePermutation::StatePermutation(const Symmetry& symmetry, const Permutation& permutation)
    : symmetry_(symmetry), permutation_(permutation), images_(symmetry.place_images(permutation)) {
  for (const ValueClass& c : symmetry.classes) {
    values_.emplace_back();
    for (const auto& [value, atom] : c.atoms) {
      values_.back().push_back({value, symmetry.atoms[permutation[atom]].number});
    }
  }
}

void StatePermutation::apply(StateView state, std::uint8_t* out, StateActor* actor) const {
  if (actor != nullptr) return actor->permute_often(state, permutation_, out);
  std::memcpy(out, state.data(), state.size());
  for (std::size_t p = 0; p < symmetry_.places.size(); ++p) {
    const Place& from = symmetry_.places[p];
    const Place& to = symmetry_.places[images_[p]];
    if (from.offset + from.type.size() > state.size()) continue;
    std::int32_t value = load_cell(state.data() + from.offset, from.type.kind);
    bool counts = from.value_class != no_class;
    if (counts && from.slot >= 0) {
      const std::uint8_t* queue = state.data() + from.queue;
      const std::int32_t length = from.length_size == 1 ? queue[0] : queue[0] | queue[1] << 8;
      counts = from.slot < length;
    }
    if (counts) {
      const auto& values = values_[from.value_class];
      const auto found = std::lower_bound(values.begin(), values.end(), std::pair(value, INT32_MIN));
      if (found != values.end() && found->first == value) value = found->second;
    }
    store_cell(out + to.offset, to.type, value);
  }
}

}  // namespace quotient
