#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "symmetry/reduce/block.hpp"

namespace quotient {

/// Automorphisms of a state that were found on the way to its least image. Each leaves alone the blocks that were made
/// first when it was found. Further down it is of use until it moves one that is made first there.
class KnownAutomorphisms {
 public:
  void clear() { known_.clear(); }

  void add(std::span<const BlockId> images) {
    Known found;
    for (BlockId m = 0; m < images.size(); ++m) {
      if (images[m] != m) found.moves.emplace_back(m, images[m]);
    }
    known_.push_back(std::move(found));
  }

  /// `use(from, to)` for all that one moves, of those that are of use now.
  template <typename Use>
  void for_each_move(Use use) const {
    for (const Known& a : known_) {
      if (a.broken_at != 0) continue;
      for (const auto& [from, to] : a.moves) use(from, to);
    }
  }
  template <typename Use>
  void for_each_move_of_last(Use use) const {
    for (const auto& [from, to] : known_.back().moves) use(from, to);
  }

  /// At `level`, from 1 on, a block is made first; until `mend`.
  void break_by(BlockId first, std::size_t level) {
    for (Known& a : known_) {
      const auto moves_it = [first](const auto& move) { return move.first == first; };
      if (a.broken_at == 0 && std::any_of(a.moves.begin(), a.moves.end(), moves_it)) a.broken_at = level;
    }
  }
  void mend(std::size_t level) {
    for (Known& a : known_) {
      if (a.broken_at == level) a.broken_at = 0;
    }
  }

 private:
  struct Known {
    std::vector<std::pair<BlockId, BlockId>> moves;
    std::size_t broken_at = 0;  // the level where it moves a block that was made first; 0: none
  };
  std::vector<Known> known_;
};

}  // namespace quotient
