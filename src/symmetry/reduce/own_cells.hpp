#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "symmetry/reduce/scheme.hpp"

namespace quotient {

/// Cells that belong to one block each: most of a state. Those that lie side by side for every sibling are read,
/// compared and moved as one word.
class OwnCells {
 public:
  /// One word, with which each of several siblings has the same.
  struct Piece {
    std::uint64_t factor;      // odd
    const std::uint32_t* row;  // where the piece is, by block; `nowhere` for those of other kinds
    std::uint32_t offset;      // row[block]
    BlockId block;
  };
  static constexpr std::uint32_t nowhere = 0xffff'ffff;

  /// Of those places that `counts` is true of: it must be so for siblings alike.
  OwnCells(const Scheme& scheme, const std::function<bool(const Place&)>& counts);
  static bool any(const Place&) { return true; }
  static bool never_holds_atoms(const Place& place) { return place.value_class == no_class; }

  /// Whether a place of the scheme is one of them.
  bool has(std::size_t place) const { return is_member_[place]; }

  // States are given by their first byte, and must be long enough for all places.

  /// Adds to the digest of each block what is in its cells, each word times a factor of its own: whoever compares
  /// digests mixes them first.
  void digest(const std::uint8_t* state, std::span<std::uint64_t> own) const {
    for_each_size([&]<typename Word>(const Words& words) {
      for (const Piece& piece : words.pieces) own[piece.block] += piece.factor * load<Word>(state + piece.offset);
    });
  }

  /// `use(piece, size)` for all of them, with their sizes in bytes.
  template <typename Use>
  void for_each_piece(Use use) const {
    for (std::uint32_t size = 0; size < words_.size(); ++size) {
      for (const Piece& piece : words_[size].pieces) use(piece, 1U << size);
    }
  }

  // Of a single piece, of all that are read: where it is, and what it adds to the digest.
  std::size_t piece_count() const { return by_number_.size(); }
  std::uint32_t begin(std::size_t k) const { return piece(k).offset; }
  std::uint32_t end(std::size_t k) const { return piece(k).offset + (1U << by_number_[k].size); }
  void add(std::size_t k, const std::uint8_t* state, std::span<std::uint64_t> own) const {
    own[piece(k).block] += share(k, state);
  }
  void take_back(std::size_t k, const std::uint8_t* state, std::span<std::uint64_t> own) const {
    own[piece(k).block] -= share(k, state);
  }

  /// What is with block m in `state` is with images[m] in `out`.
  void move(const std::uint8_t* state, std::span<const BlockId> images, std::uint8_t* out) const {
    for_each_size([&]<typename Word>(const Words& words) {
      for (const Piece& piece : words.pieces) {
        std::memcpy(out + piece.row[images[piece.block]], state + piece.offset, sizeof(Word));
      }
    });
  }

  /// Whether two siblings have the same in their cells.
  bool are_equal(const std::uint8_t* state, BlockId a, BlockId b) const {
    bool equal = true;
    for_each_size([&]<typename Word>(const Words& words) {
      for (std::uint32_t k = words.begin[a]; k < words.begin[a + 1] && equal; ++k) {
        const Piece& piece = words.pieces[k];
        equal = load<Word>(state + piece.offset) == load<Word>(state + piece.row[b]);
      }
    });
    return equal;
  }

  /// Whether every block m has the same as images[m].
  bool are_equal(const std::uint8_t* state, std::span<const BlockId> images) const {
    bool equal = true;
    for (BlockId m = 0; m < images.size() && equal; ++m) equal = images[m] == m || are_equal(state, m, images[m]);
    return equal;
  }

 private:
  /// Pieces of one size, by block.
  struct Words {
    std::vector<Piece> pieces;
    std::vector<std::uint32_t> begin;  // of each block's, and the end
  };
  /// Where each block has a piece.
  using Row = std::vector<std::uint32_t>;

  template <typename Word>
  static Word load(const std::uint8_t* at) {
    Word word;
    std::memcpy(&word, at, sizeof word);
    return word;
  }
  template <typename Use>
  void for_each_size(Use use) const {
    use.template operator()<std::uint64_t>(words_[3]);
    use.template operator()<std::uint32_t>(words_[2]);
    use.template operator()<std::uint16_t>(words_[1]);
    use.template operator()<std::uint8_t>(words_[0]);
  }
  void add_run(const Row& row, std::uint32_t bytes);
  const Piece& piece(std::size_t k) const { return words_[by_number_[k].size].pieces[by_number_[k].index]; }
  std::uint64_t share(std::size_t k, const std::uint8_t* state) const {
    const Piece& p = piece(k);
    std::uint64_t word = 0;
    std::memcpy(&word, state + p.offset, std::size_t{1} << by_number_[k].size);
    return p.factor * word;
  }

  struct Number {
    std::uint32_t size;  // in `words_`
    std::uint32_t index;
  };

  std::vector<bool> is_member_;
  std::deque<Row> rows_;        // references stay valid while it grows
  std::array<Words, 4> words_;  // of 1, 2, 4 and 8 bytes
  std::vector<Number> by_number_;
};

}  // namespace quotient
