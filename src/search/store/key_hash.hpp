#pragma once

#include <compare>
#include <cstdint>

#include "model/successors.hpp"

namespace quotient {

/// A hash of the lasting bytes of a state or key: the same in every run, thread and process, and whatever a store makes
/// of these bytes. What is given away of it begins at its top: a shard, an order, what a compact store keeps.
struct KeyHash {
  std::uint64_t value = 0;
  friend auto operator<=>(KeyHash, KeyHash) = default;
};

KeyHash key_hash(StateView lasting);

/// Keys are shared out by this, as evenly for any number of owners: 4,096 shards dealt out to 1,000 of them would give
/// some a quarter more than others.
inline unsigned owner_of(KeyHash hash, unsigned owners) {
  return static_cast<unsigned>((hash.value >> 32) * owners >> 32);
}

/// Finer than any number of parts that keys are sorted into.
inline constexpr unsigned shard_bits = 12;
inline std::uint32_t shard_of(KeyHash hash) { return static_cast<std::uint32_t>(hash.value >> (64 - shard_bits)); }

}  // namespace quotient
