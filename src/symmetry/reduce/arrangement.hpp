#pragma once

#include <span>
#include <vector>

#include "symmetry/reduce/block_colour.hpp"
#include "symmetry/reduce/scheme.hpp"

namespace quotient {

/// Puts blocks in order: siblings by their colours, and what is inside of a block goes along with it. Owns scratch
/// memory; one for each thread.
class Arrangement {
 public:
  explicit Arrangement(const Scheme& scheme);

  /// images[m] becomes the block whose place m takes. Siblings of the same colour stay in the order that they have.
  void by_colour(std::span<const std::uint64_t> colours, std::vector<BlockId>& images);

  /// The same for colours whose ranks are all different among siblings: nothing needs to be compared.
  void by_rank(std::span<const BlockColour> colours, std::vector<BlockId>& images);

  /// The sets inside of a block, in an order that corresponds between siblings.
  std::span<const std::uint32_t> inside(BlockId m) const;
  bool nested() const { return !inside_.empty(); }

 private:
  template <typename Put>
  void place(std::uint32_t from, std::uint32_t to, const Put& put, std::vector<BlockId>& images);

  const Scheme& scheme_;
  std::vector<std::uint32_t> outermost_;  // sets that are inside of nothing
  std::vector<std::uint32_t> inside_;     // sets, by the block that they are inside of
  std::vector<std::uint32_t> begin_;      // of each block, in inside_
  std::vector<BlockId> order_;
};

}  // namespace quotient
