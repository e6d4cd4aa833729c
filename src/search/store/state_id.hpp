#pragma once

#include <cstdint>
#include <limits>

namespace quotient {

/// A stored state, wherever ids leave a store: 64 bits, so that the stores of several owners fit into one space of
/// numbers. Within a store 31 bits are enough: two thousand million states, at sixteen bytes and more each, are beyond
/// most machines, and every id is kept once more as a link. Ids need not be consecutive.
struct StateId {
  std::uint64_t value = 0;
  friend bool operator==(StateId, StateId) = default;
};
inline constexpr StateId no_state{std::numeric_limits<std::uint64_t>::max()};

/// The number of a state in its store, for code that keeps many ids of one store.
inline std::uint32_t local(StateId id) { return static_cast<std::uint32_t>(id.value); }

}  // namespace quotient
