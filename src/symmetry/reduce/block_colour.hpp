#pragma once

#include <cstdint>

namespace quotient {

/// A colour of a block: blocks that a permutation takes to one another have the same in the states before and after.
/// The converse holds only as far as hashes go, and nothing relies on it. Its upper bits are the rank of the block
/// among its siblings: how many of them come before those of its colour. Refining only ever splits what had the same
/// rank.
using BlockColour = std::uint64_t;

inline constexpr unsigned rank_shift = 48;
inline std::uint64_t rank_of(BlockColour c) { return c >> rank_shift; }
inline BlockColour with_rank(BlockColour c, std::uint64_t rank) {
  return (c & ((std::uint64_t{1} << rank_shift) - 1)) | rank << rank_shift;
}

}  // namespace quotient
