#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symmetry/reduce/block_colour.hpp"
#include "symmetry/reduce/scanner.hpp"
#include "symmetry/reduce/scheme.hpp"

namespace quotient {

/// Guesses permutations that leave a state as it is: where two blocks are parts of like pieces, what takes the one
/// piece to the other. A piece is what hangs together by relations, apart from blocks that nothing else is like. To be
/// checked by whoever uses it: relations are compared by their digests, and where several are alike the first is taken.
/// Owns scratch memory; one for each thread.
class PieceMatch {
 public:
  explicit PieceMatch(const Scheme& scheme);

  /// The relations are those of the state that `scanner` has read.
  void read(const Scanner& scanner);

  /// Fills `images` with a permutation that takes a to b, keeps colours, and leaves alone what belongs to neither
  /// piece. False where there is none, or none is found. Takes time in proportion to the pieces.
  bool match(std::span<const BlockColour> colours, BlockId a, BlockId b, std::vector<BlockId>& images);

 private:
  /// A relation, and what a block is in it.
  struct Part {
    std::uint64_t salt;
    std::uint32_t first, count, role;  // in related_
    bool used;
  };
  bool pair_up(std::span<const BlockColour> colours, BlockId a, BlockId b);
  bool follow(std::span<const BlockColour> colours, BlockId a);
  bool fits(std::span<const BlockColour> colours, const Part& a, const Part& b) const;
  bool complete(std::vector<BlockId>& images) const;

  static constexpr BlockId nobody = 0xffff'ffff;
  static constexpr std::size_t most_parts = 32;  // of one block; each is compared with each

  const Scheme& scheme_;
  std::vector<std::vector<Part>> parts_;  // of each block
  std::vector<BlockId> related_;
  std::vector<BlockId> to_, from_;  // or nobody
  std::vector<BlockId> met_;        // those that go somewhere
};

}  // namespace quotient
