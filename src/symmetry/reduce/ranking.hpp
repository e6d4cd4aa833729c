#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symmetry/reduce/block_colour.hpp"
#include "symmetry/reduce/scheme.hpp"

namespace quotient {

/// Tells which siblings come before which, by their colours. Owns scratch memory; one for each thread.
class Ranking {
 public:
  explicit Ranking(const Scheme& scheme);

  /// Colours of digests, with their ranks. Returns how many different ones siblings have, in all. Where all are
  /// different, images[m] is the block whose place m takes when each set of siblings is put in order.
  std::size_t colour(const std::uint64_t* own, BlockColour* colours, BlockId* images) {
    std::size_t count = 0;
    for (const Set& set : sets_) {
      count += set.colour != nullptr ? set.colour(set.members.data(), own, set.family, colours, images)
                                     : colour_many(set, own, colours, images);
    }
    return count;
  }

  /// Brings the ranks up to date with the colours. Returns how many different ones there are.
  std::size_t rank(BlockColour* colours) {
    std::size_t count = 0;
    for (const Set& set : sets_) {
      count += set.rank != nullptr ? set.rank(set.members.data(), colours) : rank_many(set, colours);
    }
    return count;
  }

  using ColourFew = std::size_t (*)(const BlockId*, const std::uint64_t*, std::uint64_t, BlockColour*, BlockId*);
  using RankFew = std::size_t (*)(const BlockId*, BlockColour*);

 private:
  struct Set {
    std::span<const BlockId> members;
    std::uint64_t family;
    ColourFew colour;  // null where there are many
    RankFew rank;
  };
  std::size_t colour_many(const Set& set, const std::uint64_t* own, BlockColour* colours, BlockId* images);
  std::size_t rank_many(const Set& set, BlockColour* colours);
  std::size_t rank_few_colours(const Set& set, BlockColour* colours) const;

  std::vector<Set> sets_;
  std::vector<BlockId> sorted_;
};

}  // namespace quotient
